/* A context without a window, and pixels back from it. */
#include "draw/offscreen.h"

#include "common/arena.h"
#include "draw/gl.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 3 };

struct app_offscreen {
    EGLDisplay display;
    EGLContext context;
    EGLSurface surface; /* where the driver insists on one */
    app_gl *gl;
    int width, height, finer;
    GLint most; /* the largest side that the driver can draw */
    int levels; /* framebuffers, each half as large as the one before */
    GLuint framebuffer[LEVELS], color[LEVELS], depth;
    char driver[128];
};

/* Displays that need no screen come first. */
static bool open_display(app_offscreen *o) {
    static const EGLenum platforms[] = {EGL_PLATFORM_SURFACELESS_MESA, EGL_PLATFORM_DEVICE_EXT};
    EGLint version[2];
    for (size_t i = 0; i < 2 && epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base"); i++) {
        o->display = eglGetPlatformDisplayEXT(platforms[i], EGL_DEFAULT_DISPLAY, NULL);
        if (o->display != EGL_NO_DISPLAY && eglInitialize(o->display, &version[0], &version[1])) {
            return true;
        }
    }
    o->display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (o->display != EGL_NO_DISPLAY && eglInitialize(o->display, &version[0], &version[1])) {
        return true;
    }
    o->display = EGL_NO_DISPLAY;
    return false;
}

static bool make_context(app_offscreen *o) {
    static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    static const EGLint profile[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    static const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
    EGLConfig config = NULL;
    EGLint count = 0;
    if (!eglBindAPI(EGL_OPENGL_API) || !eglChooseConfig(o->display, wanted, &config, 1, &count) || count < 1) {
        return false;
    }
    o->context = eglCreateContext(o->display, config, EGL_NO_CONTEXT, profile);
    if (o->context == EGL_NO_CONTEXT) {
        return false;
    }
    if (epoxy_has_egl_extension(o->display, "EGL_KHR_surfaceless_context") &&
        eglMakeCurrent(o->display, EGL_NO_SURFACE, EGL_NO_SURFACE, o->context)) {
        return true;
    }
    o->surface = eglCreatePbufferSurface(o->display, config, size);
    return o->surface != EGL_NO_SURFACE && eglMakeCurrent(o->display, o->surface, o->surface, o->context);
}

static bool make_framebuffers(app_offscreen *o, app_fault *fault) {
    GLint most[2] = {0, 0};
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most[0]);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most[1]);
    o->most = most[0] < most[1] ? most[0] : most[1];
    if (o->width > o->most / o->finer || o->height > o->most / o->finer) {
        return app_fault_set(fault, APP_EXIT_FAILED,
                             "a picture of %dx%d%s is too large for OpenGL here: a side may have %d pixels", o->width,
                             o->height, o->finer > 1 ? ", drawn finer," : "", o->most / o->finer);
    }
    glGenFramebuffers(o->levels, o->framebuffer);
    glGenRenderbuffers(o->levels, o->color);
    glGenRenderbuffers(1, &o->depth);
    for (int i = 0; i < o->levels; i++) {
        int times = o->finer >> i;
        glBindFramebuffer(GL_FRAMEBUFFER, o->framebuffer[i]);
        glBindRenderbuffer(GL_RENDERBUFFER, o->color[i]);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, o->width * times, o->height * times);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, o->color[i]);
        if (i == 0) {
            glBindRenderbuffer(GL_RENDERBUFFER, o->depth);
            glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, o->width * times, o->height * times);
            glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, o->depth);
        }
        if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
            return app_fault_set(fault, APP_EXIT_FAILED, "OpenGL cannot make a picture of %dx%d", o->width, o->height);
        }
    }
    return true;
}

app_offscreen *app_offscreen_make(int width, int height, int finer, app_fault *fault) {
    if (!epoxy_has_egl()) {
        app_fault_set(fault, APP_EXIT_FAILED, "OpenGL without a window needs libEGL, which is not there");
        return NULL;
    }
    app_offscreen *o = vol_take(sizeof *o);
    *o = (app_offscreen){.width = width, .height = height, .finer = finer, .levels = finer == 4 ? 3 : finer};
    bool right = open_display(o);
    if (!right || !make_context(o)) {
        app_fault_set(fault, APP_EXIT_FAILED, "EGL cannot give OpenGL 3.3 without a window here%s (error %#x)",
                      right ? "" : ": there is no display or driver", (unsigned)eglGetError());
        app_offscreen_release(o);
        return NULL;
    }
    snprintf(o->driver, sizeof o->driver, "%s", (const char *)glGetString(GL_RENDERER));
    o->gl = make_framebuffers(o, fault) ? app_gl_make(fault) : NULL;
    if (o->gl == NULL) {
        app_offscreen_release(o);
        return NULL;
    }
    return o;
}

void app_offscreen_draw(app_offscreen *o, const app_draw_frame *frame, const app_camera *camera,
                        const app_draw_style *style) {
    app_camera larger = *camera;
    app_draw_style finer = *style;
    app_camera_resize(&larger, camera->width * o->finer, camera->height * o->finer);
    finer.pixel *= (float)o->finer;
    finer.top_first = true;
    finer.left = finer.bottom = 0;
    glBindFramebuffer(GL_FRAMEBUFFER, o->framebuffer[0]);
    app_gl_draw(o->gl, frame, &larger, &finer);
    for (int i = 1; i < o->levels; i++) {
        int from = o->finer >> (i - 1);
        int to = o->finer >> i;
        glBindFramebuffer(GL_READ_FRAMEBUFFER, o->framebuffer[i - 1]);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, o->framebuffer[i]);
        glBlitFramebuffer(0, 0, o->width * from, o->height * from, 0, 0, o->width * to, o->height * to,
                          GL_COLOR_BUFFER_BIT, GL_LINEAR);
    }
}

void app_offscreen_read(app_offscreen *o, unsigned char *bytes) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, o->framebuffer[o->levels - 1]);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, o->width, o->height, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
}

const char *app_offscreen_driver(const app_offscreen *o) {
    return o->driver;
}

void app_offscreen_release(app_offscreen *o) {
    if (o == NULL) {
        return;
    }
    if (o->gl != NULL) {
        app_gl_release(o->gl);
        glDeleteFramebuffers(o->levels, o->framebuffer);
        glDeleteRenderbuffers(o->levels, o->color);
        glDeleteRenderbuffers(1, &o->depth);
    }
    if (o->display != EGL_NO_DISPLAY) {
        eglMakeCurrent(o->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        if (o->context != EGL_NO_CONTEXT) {
            eglDestroyContext(o->display, o->context);
        }
        if (o->surface != EGL_NO_SURFACE) {
            eglDestroySurface(o->display, o->surface);
        }
        eglTerminate(o->display);
    }
    free(o);
}
