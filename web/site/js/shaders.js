// What happens to single boids on the way to the screen, in GLSL ES 3.00. A boid is a small mesh, whose vertices read its
// numbers from the flock's block, a texture of words: so a flock is one draw call, without instances. Those would be
// drawn one by one by renderers in software, and badly fill the lanes of a graphics card with meshes of three corners.
export const BLOCK_WIDTH = 2048;
export const MOST_CORNERS = 72;

const COMMON = `#version 300 es
precision highp float;
precision highp int;
uniform mat4 matrix;
uniform vec2 screen;     // CSS pixels
uniform vec2 view;       // pixels per unit at the middle; distance of the eye, 0 in a flat world
uniform vec2 fog;        // distances where it begins and ends
uniform vec3 ground;     // background
uniform vec4 fixed_color;
uniform float full_speed;
uniform uint seed;       // of random colours
uniform int rule;        // 0 fixed, 1 random, 2 heading, 3 speed, 4 density
uniform float back_time; // how long before this state it is shown
uniform sampler2D maps;  // row 0: the cyclic map, row 1: the ramp
uniform highp usampler2D numbers;
uniform ivec4 block;     // boids; axes; 1: with density; corners of the mesh
uniform vec2 corners[${MOST_CORNERS}];
const float TURN = 6.2831853;
float px, py, pz, vx, vy, vz, dense; // this boid
uint id;
vec2 corner;                         // and this vertex of it
uint word(int plane, int who) {
    int at = plane * block.x + who;
    return texelFetch(numbers, ivec2(at % ${BLOCK_WIDTH}, at / ${BLOCK_WIDTH}), 0).r;
}
float number(int plane, int who) { return uintBitsToFloat(word(plane, who)); }
void find_boid() {
    int who = gl_VertexID / block.w;
    corner = corners[gl_VertexID - who * block.w];
    px = number(0, who);
    py = number(1, who);
    pz = block.y == 3 ? number(2, who) : 0.0;
    vx = number(block.y, who);
    vy = number(block.y + 1, who);
    vz = block.y == 3 ? number(5, who) : 0.0;
    dense = block.z == 1 ? number(2 * block.y, who) : 0.0;
    id = word(2 * block.y + block.z, who);
}
vec4 look_up(float t, int row) { return texelFetch(maps, ivec2(clamp(int(t * 255.0 + 0.5), 0, 255), row), 0); }
uint scramble(uint x) {
    x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu;
    return x ^ (x >> 16);
}
vec4 color_of(vec3 v) {
    if (rule == 1) return look_up(float(scramble(id ^ seed) >> 8) / 16777216.0, 0);
    if (rule == 2) return look_up(fract(atan(v.y, v.x) / TURN + 1.0), 0);
    if (rule == 3) return look_up(min(length(v) / full_speed, 1.0), 1);
    if (rule == 4) return look_up(dense, 1);
    return fixed_color;
}
float fog_at(float depth) { return view.y > 0.0 ? 0.78 * smoothstep(fog.x, fog.y, depth) : 0.0; }
vec2 to_pixels(vec4 clip) { return (clip.xy / clip.w * 0.5 + 0.5) * screen; }
vec4 from_pixels(vec2 p, vec4 clip) { return vec4((p / screen * 2.0 - 1.0) * clip.w, clip.zw); }
`;

export const BOID_VERTEX = `${COMMON}
uniform vec4 shape;      // size in units of length, or below 0 in pixels; least pixels; does it turn?; disc?
uniform vec3 which;      // how far ahead, times its velocity; the only boid that is drawn; one that is not; -1: none
flat out vec4 tint;
out vec2 at;
flat out float pixels;
void main() {
    find_boid();
    vec3 v = vec3(vx, vy, vz);
    float speed = length(v);
    vec3 heading = speed > 0.0 && shape.z > 0.5 ? v / speed : vec3(1.0, 0.0, 0.0);
    vec4 clip = matrix * vec4(vec3(px, py, pz) + v * (which.x - back_time), 1.0);
    vec4 along = matrix * vec4(heading, 0.0);
    vec2 way = (along.xy - clip.xy / clip.w * along.w) / clip.w * screen * 0.5;
    float near = view.y > 0.0 ? view.x * view.y / clip.w : view.x;
    pixels = max(shape.x < 0.0 ? -shape.x : shape.x * near, shape.y);
    float shown = length(way);
    float shorter = view.y > 0.0 && shape.z > 0.5 ? clamp(shown / near, 0.4, 1.0) : 1.0;
    way = shown > 0.0 && shape.z > 0.5 ? way / shown : vec2(1.0, 0.0);
    at = shape.w > 0.5 ? corner * (1.0 + 1.5 / pixels) : corner;
    vec2 offset = way * at.x * shorter + vec2(-way.y, way.x) * at.y;
    gl_Position = from_pixels(to_pixels(clip) + offset * pixels, clip);
    bool hidden = (which.y >= 0.0 && float(id) != which.y) || float(id) == which.z;
    if (hidden || (view.y > 0.0 && clip.w <= 0.0)) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    tint = color_of(v);
    tint.rgb = mix(tint.rgb, ground, fog_at(clip.w));
}`;

export const BOID_FRAGMENT = `#version 300 es
precision highp float;
uniform float disc;
uniform vec4 outline;    // of discs
flat in vec4 tint;
in vec2 at;
flat in float pixels;
out vec4 color;
void main() {
    float d = pixels * (length(at) - 0.5);
    float cover = disc > 0.5 ? clamp(0.5 - d, 0.0, 1.0) : 1.0;
    if (cover <= 0.0) discard;
    vec3 rgb = disc > 0.5 ? mix(tint.rgb, outline.rgb, outline.a * clamp(1.5 + d, 0.0, 1.0)) : tint.rgb;
    color = vec4(rgb, 1.0) * (tint.a * cover);
}`;

// A piece of a trail: where the boid was in a frame, and the frame before that, which its velocity tells.
export const TRAIL_VERTEX = `${COMMON}
uniform vec4 trail;      // width in pixels, opacity, time that the piece lasts, unused
flat out vec4 tint;
out float across;
flat out float half_width;
void main() {
    find_boid(); // of the corner, x is 0 at the end and 1 at the start, y -1 or 1 across
    vec3 v = vec3(vx, vy, vz);
    vec3 p = vec3(px, py, pz) - v * back_time;
    vec4 ca = matrix * vec4(p, 1.0);
    vec4 cb = matrix * vec4(p - v * trail.z, 1.0);
    vec2 way = to_pixels(cb) - to_pixels(ca);
    float far = length(way);
    vec2 u = far > 1e-6 ? way / far : vec2(1.0, 0.0);
    half_width = trail.x * 0.5;
    across = corner.y * (half_width + 0.75);
    vec4 clip = corner.x > 0.5 ? cb : ca;
    gl_Position = from_pixels(to_pixels(clip) + vec2(-u.y, u.x) * across, clip);
    if (view.y > 0.0 && (ca.w <= 0.0 || cb.w <= 0.0)) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    tint = color_of(v);
    tint.rgb = mix(tint.rgb, ground, fog_at(clip.w));
    tint.a *= trail.y;
}`;

export const TRAIL_FRAGMENT = `#version 300 es
precision highp float;
flat in vec4 tint;
in float across;
flat in float half_width;
out vec4 color;
void main() { color = vec4(tint.rgb, 1.0) * (tint.a * clamp(0.5 + half_width - abs(across), 0.0, 1.0)); }`;

// In a space: a soft spot on the ground below each boid, fainter the higher it is.
export const SHADOW_VERTEX = `${COMMON}
uniform vec4 shadow;     // size, height of the space, strength, where the space begins
flat out float dark;
out vec2 at;
void main() {
    find_boid();
    vec3 p = vec3(px, py, pz) - vec3(vx, vy, vz) * back_time;
    at = corner;
    float high = clamp((p.z - shadow.w) / shadow.y, 0.0, 1.0);
    vec4 clip = matrix * vec4(p.xy + at * shadow.x * (0.7 + 1.1 * high), shadow.w, 1.0);
    dark = shadow.z * (1.0 - 0.75 * high) * (1.0 - fog_at(clip.w));
    gl_Position = clip;
}`;

export const SHADOW_FRAGMENT = `#version 300 es
precision highp float;
flat in float dark;
in vec2 at;
out vec4 color;
void main() {
    float d = clamp(1.0 - dot(at, at), 0.0, 1.0);
    color = vec4(0.0, 0.0, 0.0, dark * d * d);
}`;

// Meshes as triangles, corners in sizes ahead (x) and aside (y): the outlines of app/draw/shapes.c.
const mirrored = (list) => [...list, ...list.map(([x, y]) => [x, -y])];
const quad = (s) => [[-s, -s], [s, -s], [s, s], [-s, -s], [s, s], [-s, s]];
const fan = (points) => points.slice(1).flatMap((p, i) => [[0, 0], points[i], p]);

export const MESHES = {
    triangle: [[1, 0], [0.5 * Math.cos(2.5), 0.5 * Math.sin(2.5)], [0.5 * Math.cos(2.5), -0.5 * Math.sin(2.5)]],
    arrow: mirrored([[0.55, 0], [0.02, 0.27], [0.1, 0.085], [0.55, 0], [0.1, 0.085], [0.1, 0],
                     [0.1, 0.085], [-0.45, 0.06], [-0.45, 0], [0.1, 0.085], [-0.45, 0], [0.1, 0]]),
    fish: mirrored([...fan([[0.5, 0], [0.46, 0.055], [0.36, 0.115], [0.2, 0.165], [0.04, 0.165], [-0.12, 0.12],
                            [-0.26, 0.055], [-0.34, 0.06], [-0.34, 0]]),
                    [-0.34, 0.06], [-0.44, 0.165], [-0.44, 0], [-0.44, 0.165], [-0.5, 0.18], [-0.44, 0],
                    [-0.34, 0.06], [-0.44, 0], [-0.34, 0]]),
    square: quad(0.5),
    disc: quad(0.5),
    dot: quad(0.5),
};
export const TURNS = new Set(['triangle', 'arrow', 'fish']);
export const SPOT = quad(1);
export const PIECE = [[0, -1], [1, -1], [1, 1], [0, -1], [1, 1], [0, 1]];
