/* The shaders' sources. Each is put behind a head with the version and the constants DIMENSIONS, SHAPE and LINED. */
#ifndef VOLERY_APP_DRAW_SHADERS_H
#define VOLERY_APP_DRAW_SHADERS_H

extern const char app_shader_common[]; /* in front of every vertex shader */
extern const char app_shader_boid_vertex[];
extern const char app_shader_boid_fragment[];
extern const char app_shader_trail_vertex[];
extern const char app_shader_trail_fragment[];
extern const char app_shader_shadow_vertex[];
extern const char app_shader_shadow_fragment[];
extern const char app_shader_mark_vertex[];
extern const char app_shader_mark_fragment[];
extern const char app_shader_mesh_vertex[];
extern const char app_shader_mesh_fragment[];
extern const char app_shader_overlay_vertex[];
extern const char app_shader_overlay_fragment[];
extern const char app_shader_backdrop_fragment[];

#endif
