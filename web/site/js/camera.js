// The camera: an orthogonal view of a flat world, a perspective one of a space, as in the window (app/draw/camera.c),
// but that a space is a little farther away, because bars cover the edges. Screen coordinates are CSS pixels, y down;
// `inset` is what panels cover at each side.
const OPENING = 0.36; // tangent of half the opening angle

export class Camera {
    constructor(size, origin = [0, 0, 0], yUp = false) {
        this.low = [origin[0], origin[1], origin[2] ?? 0];
        this.size = [size[0], size[1], size[2] ?? 0];
        this.high = this.low.map((low, axis) => low + this.size[axis]);
        this.dimensions = size.length;
        this.yUp = yUp;
        this.width = this.height = 1;
        this.inset = [0, 0, 0, 0]; // left, top, right, bottom
        this.reset();
    }

    reset() {
        const share = [0.5, 0.5, this.dimensions === 3 ? 0.43 : 0];
        this.center = share.map((part, axis) => this.low[axis] + this.size[axis] * part);
        this.zoom = 1;
        this.yaw = -1.05;
        this.pitch = 0.32;
    }

    resize(width, height, inset) {
        Object.assign(this, {width, height, inset});
    }

    get innerWidth() { return Math.max(this.width - this.inset[0] - this.inset[2], 1); }
    get innerHeight() { return Math.max(this.height - this.inset[1] - this.inset[3], 1); }
    get middleX() { return this.inset[0] + this.innerWidth / 2; }
    get middleY() { return this.inset[1] + this.innerHeight / 2; }
    get radius() { return 0.5 * Math.hypot(...this.size); }

    // Pixels per unit of length; in a space at the middle.
    get scale() {
        const [x, y] = this.size;
        const fitting = this.dimensions === 2
            ? Math.min(this.innerWidth / x, this.innerHeight / y)
            : Math.min(this.innerWidth / (1.2 * Math.hypot(x, y)), this.innerHeight / (1.66 * this.radius));
        return fitting * this.zoom;
    }

    get distance() { return this.innerHeight / (2 * OPENING * this.scale); }

    // Axes of the eye in the world: to the right, up, and towards the eye.
    axes() {
        const [cy, sy, cp, sp] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
        return [[-sy, cy, 0], [-sp * cy, -sp * sy, cp], [cp * cy, cp * sy, sp]];
    }

    // [x, y, pixels per unit there, is it in front of the eye?]
    toScreen(p) {
        const d = [0, 1, 2].map((i) => (p[i] ?? 0) - this.center[i]);
        const scale = this.scale;
        if (this.dimensions === 2) {
            return [this.middleX + d[0] * scale, this.middleY + d[1] * scale * (this.yUp ? -1 : 1), scale, true];
        }
        const [right, up, back] = this.axes().map((axis) => axis[0] * d[0] + axis[1] * d[1] + axis[2] * d[2]);
        const away = this.distance - back;
        const near = scale * this.distance / Math.max(away, 1e-6 * this.distance);
        return [this.middleX + right * near, this.middleY - up * near, near, away > 1e-3 * this.distance];
    }

    // The point of the world under a pixel; in a space on the plane through the centre that faces the eye.
    toWorld(x, y) {
        const dx = (x - this.middleX) / this.scale;
        const dy = (y - this.middleY) / this.scale;
        if (this.dimensions === 2) {
            return [this.center[0] + dx, this.center[1] + (this.yUp ? -dy : dy)];
        }
        const [right, up] = this.axes();
        return [0, 1, 2].map((i) => this.center[i] + right[i] * dx - up[i] * dy);
    }

    pan(dx, dy) {
        const moved = this.toWorld(this.middleX - dx, this.middleY - dy);
        this.center = [moved[0], moved[1], moved[2] ?? 0];
    }

    zoomAt(factor, x, y) {
        const before = this.toWorld(x, y);
        this.zoom = Math.min(Math.max(this.zoom * factor, 0.05), 1000);
        const after = this.toWorld(x, y);
        this.center = this.center.map((c, i) => c + (before[i] ?? 0) - (after[i] ?? 0));
    }

    orbit(dx, dy) {
        this.yaw = (this.yaw - dx / this.width * Math.PI) % (2 * Math.PI);
        this.pitch = Math.min(Math.max(this.pitch + dy / this.width * Math.PI, -0.1), 1.55);
    }

    // From the world to clip coordinates, column by column.
    matrix() {
        const rows = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]];
        if (this.dimensions === 2) {
            this.flatRows(rows);
        } else {
            this.deepRows(rows);
        }
        return new Float32Array(16).map((_, i) => rows[i % 4][Math.floor(i / 4)]);
    }

    flatRows(rows) {
        const scale = this.scale;
        const flip = this.yUp ? 1 : -1;
        rows[0][0] = 2 * scale / this.width;
        rows[0][3] = 2 * (this.middleX - this.center[0] * scale) / this.width - 1;
        rows[1][1] = flip * 2 * scale / this.height;
        rows[1][3] = 1 - 2 * this.middleY / this.height - flip * 2 * this.center[1] * scale / this.height;
        rows[3][3] = 1;
    }

    deepRows(rows) {
        const [right, up, back] = this.axes();
        const distance = this.distance;
        const focus = this.scale * distance;
        const near = Math.max(distance * 0.5 - 2 * this.radius, distance * 0.02);
        const far = distance * 1.5 + 4 * this.radius;
        const shift = [2 * this.middleX / this.width - 1, 1 - 2 * this.middleY / this.height];
        const away = [-back[0], -back[1], -back[2], distance];
        for (let i = 0; i < 3; i++) {
            away[3] += back[i] * this.center[i];
            rows[0][i] = 2 * focus * right[i] / this.width;
            rows[0][3] -= rows[0][i] * this.center[i];
            rows[1][i] = 2 * focus * up[i] / this.height;
            rows[1][3] -= rows[1][i] * this.center[i];
        }
        for (let i = 0; i < 4; i++) {
            rows[0][i] += shift[0] * away[i];
            rows[1][i] += shift[1] * away[i];
            rows[2][i] = away[i] * (far + near) / (far - near);
            rows[3][i] = away[i];
        }
        rows[2][3] -= 2 * far * near / (far - near);
    }
}
