/* What happens to single boids on their way to the screen, in GLSL 3.30. Coordinates on the screen are pixels; edges
 * are smoothed by the distance of a pixel from the outline. */
#include "draw/shaders.h"

/* How bright a surface is, by the cosine of the angle between it and the lamp. */
#define LIGHT "float light_on(float toward_lamp) { return 0.68 + 0.36 * toward_lamp; }\n"

const char app_shader_common[] =
    "uniform mat4 matrix;\n"
    "uniform vec2 screen;\n"      /* pixels */
    "uniform float upright;\n"    /* -1: first row on top */
    "uniform float scale;\n"      /* pixels per unit of length, in 3D at the middle */
    "uniform float eye;\n"        /* 3D: distance of the middle */
    "uniform vec2 fog;\n"         /* 3D: distances where it begins and ends */
    "uniform sampler2D behind;\n" /* the backdrop, upper row first */
    "uniform vec3 right;\n"       /* 3D: axes of the eye, to the right and towards it */
    "uniform vec3 back;\n"
    "uniform vec3 period;\n" /* of the world; 0: no way around */
    "uniform float part;\n"
    "uniform float pixel;\n"
    "uniform int rule;\n" /* vol_scene_color_rule */
    "uniform vec4 fixed_color;\n"
    "uniform float max_speed;\n"
    "uniform uint seed;\n"
    "uniform sampler2D maps;\n" /* row 0: the cyclic map, row 1: the ramp */
    "const float TURN = 6.2831853;\n"
    "vec4 project(vec3 p) {\n"
    "    vec4 c = matrix * vec4(p, 1.0);\n"
    "    c.y *= upright;\n"
    "    return c;\n"
    "}\n"
    "vec2 to_pixels(vec4 clip) { return (clip.xy / clip.w * 0.5 + 0.5) * screen; }\n"
    "vec4 from_pixels(vec2 p, vec4 clip) { return vec4((p / screen * 2.0 - 1.0) * clip.w, clip.zw); }\n"
    "vec3 short_way(vec3 way) {\n"
    "    vec3 turns = mix(vec3(0.0), way / max(period, vec3(1e-30)), greaterThan(period, vec3(0.0)));\n"
    "    return way - period * round(turns);\n"
    "}\n"
    "vec4 look_up(float t, int row) {\n"
    "    return texelFetch(maps, ivec2(clamp(int(t * 255.0 + 0.5), 0, 255), row), 0);\n"
    "}\n"
    "uint scramble(uint x) {\n"
    "    x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu;\n"
    "    return x ^ (x >> 16);\n"
    "}\n"
    "vec4 color_of(vec3 v, uint id, float density) {\n"
    "    if (rule == 2) return look_up(float(scramble(id ^ seed) >> 8) / 16777216.0, 0);\n"
    "    if (rule == 3) return look_up(fract(atan(v.y, v.x) / TURN + 1.0), 0);\n"
    "    if (rule == 4) return look_up(min(length(v) / max_speed, 1.0), 1);\n"
    "    if (rule == 5) return look_up(density, 1);\n"
    "    return fixed_color;\n"
    "}\n"
    "float fog_at(float depth) { return DIMENSIONS == 3 ? 0.78 * smoothstep(fog.x, fog.y, depth) : 0.0; }\n"
    "vec3 behind_at(vec4 clip) {\n"
    "    vec2 at = clip.xy / clip.w * vec2(0.5, -0.5 * upright) + 0.5;\n"
    "    return textureLod(behind, at, 0.0).rgb;\n"
    "}\n"
    /* What is far fades into what is behind it. */
    "vec3 fade(vec3 color, vec4 clip) {\n"
    "    float fog = fog_at(clip.w);\n"
    "    return fog > 0.0 ? mix(color, behind_at(clip), fog) : color;\n"
    "}\n"
    "const vec3 LAMP = vec3(0.348, -0.497, 0.795);\n" LIGHT;

/* Each boid is a quad of four vertices that read its numbers from the flock's block. So a flock
 * is one draw call without instances, whose attributes would be the same numbers in another place. */
#define BOID                                                                                  \
    "uniform samplerBuffer numbers;\n"                                                        \
    "uniform usamplerBuffer words;\n"                                                         \
    "uniform int count;\n"                                                                    \
    "uniform int first;\n"                                                                    \
    "int who() { return gl_VertexID / (SHAPE == 1 ? 3 : 4) + first; }\n"                      \
    "vec3 vector(int row) {\n"                                                                \
    "    int at = row * DIMENSIONS * count + who();\n"                                        \
    "    vec3 v = vec3(texelFetch(numbers, at).r, texelFetch(numbers, at + count).r, 0.0);\n" \
    "    if (DIMENSIONS == 3) v.z = texelFetch(numbers, at + 2 * count).r;\n"                 \
    "    return v;\n"                                                                         \
    "}\n"                                                                                     \
    "vec3 place() {\n"                                                                        \
    "    vec3 now = vector(0);\n"                                                             \
    "    return part == 1.0 ? now : now - short_way(now - vector(1)) * (1.0 - part);\n"       \
    "}\n"

/* SHAPE is 0 for a disc, 1 for a triangle, 2 for any other outline. A quad around the shape, or a triangle around a
 * triangle, turned to the heading; in 3D shortened when it points at the eye. */
const char app_shader_boid_vertex[] =
    BOID "uniform vec4 box;\n"       /* back, front, side of the outline; least pixels */
         "uniform float size;\n"     /* units of length, or pixels if negative */
         "uniform float ahead;\n"    /* how far ahead of the boid, times its velocity */
         "uniform vec2 corner[3];\n" /* of a triangle, */
         "uniform vec2 miter[3];\n"  /* where they go when it is widened by 1, */
         "uniform vec3 side[3];\n"   /* and the normals of its sides and their distances from the middle */
         "uniform uint left_out;\n"
         "uniform bool turns;\n"
         "flat out vec4 tint;\n"
         "flat out float pixels;\n"
         "#if DIMENSIONS == 3\n"
         "flat out vec3 lamp;\n" /* along the boid, to its left on the screen, and towards the eye */
         "flat out vec4 mist;\n" /* what it fades into, and how much */
         "#endif\n"
         "noperspective out vec2 at;\n"
         "noperspective out vec3 beyond;\n" /* pixels beyond each side */
         "const float MARGIN = 0.75;\n"     /* pixels, for smooth edges */
         "void main() {\n"
         "    vec3 v = vector(2);\n"
         "    uint id = texelFetch(words, (3 * DIMENSIONS + 1) * count + who()).r;\n"
         "    float density = rule == 5 ? texelFetch(numbers, 3 * DIMENSIONS * count + who()).r : 0.0;\n"
         "    float speed = length(v);\n"
         "    vec3 p = place() + v * ahead;\n"
         "    vec4 clip = project(p);\n"
         "    vec3 heading = speed > 0.0 && turns ? v / speed : vec3(1.0, 0.0, 0.0);\n"
         "    vec4 along = matrix * vec4(heading, 0.0);\n"
         "    along.y *= upright;\n"
         "    vec2 way = (along.xy - clip.xy / clip.w * along.w) / clip.w * screen * 0.5;\n"
         "    float near = DIMENSIONS == 3 ? scale * eye / clip.w : scale;\n"
         "    pixels = max(size < 0.0 ? -size : size * near, box.w);\n"
         "    float shown = length(way);\n"
         "    float shorter = DIMENSIONS == 3 && turns ? clamp(shown / near, 0.4, 1.0) : 1.0;\n"
         "    way = shown > 0.0 && turns ? way / shown : vec2(1.0, 0.0);\n"
         "    float rim = MARGIN / pixels;\n"
         "    if (SHAPE == 1) {\n"
         "        int k = gl_VertexID % 3;\n"
         "        at = corner[k] + miter[k] * rim;\n"
         "        for (int i = 0; i < 3; i++) beyond[i] = (dot(at, side[i].xy) - side[i].z) * pixels;\n"
         "    } else {\n"
         "        at.x = (gl_VertexID & 1) == 0 ? box.x - rim : box.y + rim;\n"
         "        at.y = (gl_VertexID & 2) == 0 ? -box.z - rim : box.z + rim;\n"
         "        beyond = vec3(0.0);\n"
         "    }\n"
         "    vec2 offset = way * at.x * shorter + vec2(-way.y, way.x) * at.y;\n"
         "    gl_Position = from_pixels(to_pixels(clip) + offset * pixels, clip);\n"
         "    if (id == left_out || (DIMENSIONS == 3 && clip.w <= 0.0)) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);\n"
         "    tint = color_of(v, id, density);\n"
         "#if DIMENSIONS == 3\n"
         "    vec3 along_it = turns ? heading : right;\n"
         "    vec3 across = cross(back, along_it);\n"
         "    across = dot(across, across) > 1e-6 ? normalize(across) * upright : right;\n"
         "    vec3 face = cross(along_it, across) * upright;\n"
         "    lamp = vec3(dot(along_it, LAMP), dot(across, LAMP), dot(face, LAMP));\n"
         "    mist = vec4(behind_at(clip), fog_at(clip.w));\n"
         "#endif\n"
         "}\n";

/* Signed distance from an outline: the nearest edge, with the sign by counting edges on one side. Only what a shape
 * needs is left when the constants are folded, which counts in software. */
const char app_shader_boid_fragment[] =
    "uniform vec2 points[32];\n"
    "uniform int corners;\n"
    "uniform vec4 outline;\n"
    "uniform float outline_width;\n"
    "uniform vec3 eyes;\n"
    "flat in vec4 tint;\n"
    "flat in float pixels;\n"
    "#if DIMENSIONS == 3\n"
    "flat in vec3 lamp;\n"
    "flat in vec4 mist;\n"
    "#endif\n"
    "noperspective in vec2 at;\n"
    "noperspective in vec3 beyond;\n"
    "out vec4 color;\n"
    "float any_distance() {\n"
    "    float nearest = 1e30;\n"
    "    float sign_of = 1.0;\n"
    "    vec2 a = points[corners - 1];\n"
    "    for (int i = 0; i < corners; i++) {\n"
    "        vec2 b = points[i];\n"
    "        vec2 e = a - b;\n"
    "        vec2 w = at - b;\n"
    "        vec2 off = w - e * clamp(dot(w, e) / dot(e, e), 0.0, 1.0);\n"
    "        nearest = min(nearest, dot(off, off));\n"
    "        bool above = at.y >= b.y;\n"
    "        bool below = at.y < a.y;\n"
    "        bool left = e.x * w.y > e.y * w.x;\n"
    "        if ((above && below && left) || (!above && !below && !left)) sign_of = -sign_of;\n"
    "        a = b;\n"
    "    }\n"
    "    return sign_of * sqrt(nearest);\n"
    "}\n"
    "float distance_here() {\n"
    "    if (SHAPE == 0) return pixels * (length(at) - 0.5);\n"
    "    if (SHAPE == 1) return max(beyond.x, max(beyond.y, beyond.z));\n"
    "    return pixels * any_distance();\n"
    "}\n"
    "#if DIMENSIONS == 3\n" LIGHT
    /* A disc is a ball; other shapes have two sides with a ridge between them. */
    "float lit() {\n"
    "    if (SHAPE == 0) {\n"
    "        vec2 p = 2.0 * at;\n"
    "        return light_on(dot(vec3(p, sqrt(max(1.0 - dot(p, p), 0.0))), lamp));\n"
    "    }\n"
    "    float side = clamp(at.y * pixels, -1.0, 1.0) * 0.75;\n"
    "    return light_on((lamp.z + side * lamp.y) / 1.25);\n"
    "}\n"
    "vec3 as_seen(vec3 c) { return mix(c * lit(), mist.rgb, mist.a); }\n"
    "#else\n"
    "vec3 as_seen(vec3 c) { return c; }\n"
    "#endif\n"
    "void main() {\n"
    "    float d = distance_here();\n"
    "    float cover = clamp(0.5 - d, 0.0, 1.0);\n"
    "    if (DIMENSIONS == 3 && cover <= 0.0) discard;\n"
    "    vec4 c = tint;\n"
    "    if (SHAPE == 2 && eyes.z > 0.0) {\n"
    "        c.rgb *= 1.08 - 0.35 * smoothstep(0.02, 0.17, abs(at.y));\n"
    "        float e = (length(vec2(at.x - eyes.x, abs(at.y) - eyes.y)) - eyes.z) * pixels;\n"
    "        c.rgb = mix(c.rgb, vec3(0.08), clamp(0.5 - e, 0.0, 1.0));\n"
    "    }\n"
    "    c.rgb = as_seen(c.rgb);\n"
    "    if (LINED) c = mix(c, outline, outline.a * clamp(0.5 + d + outline_width, 0.0, 1.0));\n"
    "    color = vec4(c.rgb, c.a * cover);\n"
    "}\n";

/* A quad for each piece of a trail: from a point of a row to the same boid's point in the next row. */
const char app_shader_trail_vertex[] =
    "uniform samplerBuffer trail;\n"
    "uniform int ids;\n"
    "uniform int rows;\n"
    "uniform float width;\n"
    "uniform float opacity;\n"
    "uniform float fading;\n"   /* 1: older pieces are fainter */
    "uniform float row_time;\n" /* between two rows */
    "flat out vec4 tint;\n"
    "flat out float half_width;\n"
    "noperspective out float across;\n"
    "void main() {\n"
    "    int row = gl_VertexID / 4 / ids;\n"
    "    int who = gl_VertexID / 4 - row * ids;\n"
    "    vec4 from = texelFetch(trail, row * ids + who);\n"
    "    vec4 to = texelFetch(trail, (row + 1) * ids + who);\n"
    "    vec3 a = vec3(from.xy, DIMENSIONS == 3 ? from.z : 0.0);\n"
    "    vec3 b = vec3(to.xy, DIMENSIONS == 3 ? to.z : 0.0);\n"
    "    vec3 way = b - a;\n"
    "    vec4 ca = project(a);\n"
    "    vec4 cb = project(b);\n"
    "    vec2 sa = to_pixels(ca);\n"
    "    vec2 sb = to_pixels(cb);\n"
    "    vec2 on_screen = sb - sa;\n"
    "    float far = length(on_screen);\n"
    "    vec2 u = far > 1e-6 ? on_screen / far : vec2(1.0, 0.0);\n"
    "    bool end = (gl_VertexID & 1) == 1;\n"
    "    float age = mix(1.0, float(row + (end ? 1 : 0)) / float(max(rows - 1, 1)), fading);\n"
    "    half_width = max(width * (0.35 + 0.65 * age), pixel) * 0.5;\n"
    "    across = ((gl_VertexID & 2) == 0 ? -1.0 : 1.0) * (half_width + 0.75);\n"
    "    vec2 s = (end ? sb : sa) + vec2(-u.y, u.x) * across;\n"
    "    gl_Position = from_pixels(s, end ? cb : ca);\n"
    "    bool jumped = any(greaterThan(abs(way - short_way(way)), vec3(1e-6)));\n"
    "    if (any(isnan(a)) || any(isnan(b)) || jumped) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);\n"
    "    tint = color_of(way / row_time, uint(who), 0.6);\n"
    "    tint.rgb = fade(tint.rgb, cb);\n"
    "    tint.a *= opacity * age * age;\n"
    "}\n";

const char app_shader_trail_fragment[] =
    "flat in vec4 tint;\n"
    "flat in float half_width;\n"
    "noperspective in float across;\n"
    "out vec4 color;\n"
    "void main() { color = vec4(tint.rgb, tint.a * clamp(0.5 + half_width - abs(across), 0.0, 1.0)); }\n";

/* 3D: a soft spot on the ground below each boid, fainter the higher it is. */
const char app_shader_shadow_vertex[] =
    BOID "uniform float size;\n"
         "uniform float ground;\n" /* where the world begins, and how high it is */
         "uniform float height;\n"
         "uniform float strength;\n"
         "flat out float dark;\n"
         "out vec2 at;\n"
         "void main() {\n"
         "    vec3 p = place();\n"
         "    at = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, (gl_VertexID & 2) == 0 ? -1.0 : 1.0);\n"
         "    float high = clamp((p.z - ground) / height, 0.0, 1.0);\n"
         "    vec4 clip = project(vec3(p.xy + at * size * (0.7 + 1.1 * high), ground));\n"
         "    dark = strength * (1.0 - 0.75 * high) * (1.0 - fog_at(clip.w));\n"
         "    gl_Position = clip;\n"
         "}\n";

const char app_shader_shadow_fragment[] = "flat in float dark;\n"
                                          "in vec2 at;\n"
                                          "out vec4 color;\n"
                                          "void main() {\n"
                                          "    float d = clamp(1.0 - dot(at, at), 0.0, 1.0);\n"
                                          "    color = vec4(0.0, 0.0, 0.0, dark * d * d);\n"
                                          "}\n";

/* Marks in 2D: a quad around each, filled by distance. */
const char app_shader_mark_vertex[] =
    "uniform vec4 bounds;\n"
    "out vec2 at;\n"
    "void main() {\n"
    "    at = vec2((gl_VertexID & 1) == 0 ? bounds.x : bounds.z, (gl_VertexID & 2) == 0 ? bounds.y : bounds.w);\n"
    "    gl_Position = project(vec3(at, 0.0));\n"
    "}\n";

const char app_shader_mark_fragment[] =
    "uniform float scale;\n"
    "uniform int kind;\n" /* app_mark_kind */
    "uniform vec2 a;\n"
    "uniform vec2 b;\n"
    "uniform float radius;\n" /* pixels */
    "uniform float reach;\n"  /* pixels */
    "uniform float edge_width;\n"
    "uniform vec4 fill;\n"
    "uniform vec4 edge;\n"
    "uniform vec4 halo;\n"
    "uniform samplerBuffer points;\n"
    "uniform int first;\n"
    "uniform int count;\n"
    "in vec2 at;\n"
    "out vec4 color;\n"
    "float polygon() {\n"
    "    float nearest = 1e30;\n"
    "    float sign_of = 1.0;\n"
    "    vec2 p = texelFetch(points, first + count - 1).xy;\n"
    "    for (int i = 0; i < count; i++) {\n"
    "        vec2 q = texelFetch(points, first + i).xy;\n"
    "        vec2 e = p - q;\n"
    "        vec2 w = at - q;\n"
    "        vec2 off = w - e * clamp(dot(w, e) / max(dot(e, e), 1e-30), 0.0, 1.0);\n"
    "        nearest = min(nearest, dot(off, off));\n"
    "        bool above = at.y >= q.y;\n"
    "        bool below = at.y < p.y;\n"
    "        bool left = e.x * w.y > e.y * w.x;\n"
    "        if ((above && below && left) || (!above && !below && !left)) sign_of = -sign_of;\n"
    "        p = q;\n"
    "    }\n"
    "    return sign_of * sqrt(nearest);\n"
    "}\n"
    "float distance_here() {\n"
    "    if (kind == 0) return length(at - a);\n"
    "    if (kind == 1) {\n"
    "        vec2 q = abs(at - a) - b;\n"
    "        return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0);\n"
    "    }\n"
    "    if (kind == 2) {\n"
    "        vec2 e = b - a;\n"
    "        return length(at - a - e * clamp(dot(at - a, e) / max(dot(e, e), 1e-30), 0.0, 1.0));\n"
    "    }\n"
    "    return polygon();\n"
    "}\n"
    "vec4 over(vec4 low, vec4 high) {\n"
    "    float alpha = high.a + low.a * (1.0 - high.a);\n"
    "    return vec4((high.rgb * high.a + low.rgb * low.a * (1.0 - high.a)) / max(alpha, 1e-6), alpha);\n"
    "}\n"
    "void main() {\n"
    "    float d = distance_here() * scale - radius;\n"
    "    float out_there = clamp(1.0 - d / max(reach, 1e-6), 0.0, 1.0);\n"
    "    vec4 c = reach > 0.0 && d > -1.0 ? vec4(halo.rgb, halo.a * out_there * out_there) : vec4(0.0);\n"
    "    c = over(c, vec4(fill.rgb, fill.a * clamp(0.5 - d, 0.0, 1.0)));\n"
    "    float rim = edge_width > 0.0 ? clamp(0.5 + edge_width * 0.5 - abs(d), 0.0, 1.0) : 0.0;\n"
    "    color = over(c, vec4(edge.rgb, edge.a * rim));\n"
    "    if (color.a <= 0.0) discard;\n"
    "}\n";

/* 3D: triangles with normals; the ground with its lines is of them too. */
const char app_shader_mesh_vertex[] = "layout(location = 0) in vec3 point;\n"
                                      "layout(location = 1) in vec3 normal;\n"
                                      "layout(location = 2) in vec4 tone;\n"
                                      "out vec4 tint;\n"
                                      "out vec3 here;\n"
                                      "void main() {\n"
                                      "    float light = normal == vec3(0.0) ? 1.0 : "
                                      "light_on(dot(normalize(normal), LAMP));\n"
                                      "    vec4 clip = project(point);\n"
                                      "    tint = vec4(tone.rgb * light, tone.a);\n"
                                      "    tint.rgb = fade(tint.rgb, clip);\n"
                                      "    here = point;\n"
                                      "    gl_Position = clip;\n"
                                      "}\n";

const char app_shader_mesh_fragment[] =
    "uniform vec4 grid;\n"  /* size of the ground, distance of its lines (0: no ground), how bright they are */
    "uniform vec2 begin;\n" /* where the world begins */
    "in vec4 tint;\n"
    "in vec3 here;\n"
    "out vec4 color;\n"
    "void main() {\n"
    "    color = tint;\n"
    "    if (grid.z > 0.0) {\n"
    "        vec2 u = (here.xy - begin) / grid.z;\n"
    "        vec2 wide = fwidth(u);\n"
    "        vec2 off = abs(u - round(u)) / max(wide, vec2(1e-6));\n"
    "        float line = clamp(1.0 - min(off.x, off.y), 0.0, 1.0) * clamp(1.0 - 2.0 * max(wide.x, wide.y), 0.0, "
    "1.0);\n"
    "        color.rgb += grid.w * line;\n"
    "        vec2 q = abs((here.xy - begin) / grid.xy - 0.5) * 2.0;\n"
    "        color.a *= 1.0 - smoothstep(0.9, 1.7, length(q));\n"
    "    }\n"
    "}\n";

/* A picture over the picture: letters and axes, drawn by cairo, or the density of flocks. */
const char app_shader_overlay_vertex[] =
    "uniform vec4 box;\n" /* where it is: left, lower, right and upper edge in clip coordinates */
    "out vec2 at;\n"
    "void main() {\n"
    "    vec2 p = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));\n"
    "    vec2 place = mix(box.xy, box.zw, p);\n"
    "    at = vec2(p.x, 1.0 - p.y);\n"
    "    gl_Position = vec4(place.x, place.y * upright, 0.0, 1.0);\n"
    "}\n";

const char app_shader_backdrop_fragment[] = "uniform sampler2D behind;\n"
                                            "in vec2 at;\n"
                                            "out vec4 color;\n"
                                            "void main() { color = vec4(texture(behind, at).rgb, 1.0); }\n";

const char app_shader_overlay_fragment[] = "uniform sampler2D picture;\n"
                                           "in vec2 at;\n"
                                           "out vec4 color;\n"
                                           "void main() {\n"
                                           "    vec4 c = texture(picture, at).bgra;\n"
                                           "    color = vec4(c.rgb / max(c.a, 1e-6), c.a);\n"
                                           "}\n";
