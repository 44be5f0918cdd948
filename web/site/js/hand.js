// Mouse, pen and fingers on the flock: the tools of the left button or of one finger, and the camera. What happens is
// the same as in the window (app/play/hand.c). Places are rounded to a hundredth, which keeps shared addresses short.
const CLICK = 6;      // a press that moves less is a click
const THROW = 150;    // a drag as long as this throws at full speed
const ERASER = 22;
const WIND = 90;
const WIND_PART = 0.15;

export const TOOLS = [
    ['add', 'Add', 'A tap adds boids, a drag throws them.'],
    ['player', 'Player', 'The pointer is a player that boids flee from.'],
    ['predator', 'Predator', 'Boids flee from the pointer, and it eats those that it catches.'],
    ['goal', 'Goal', 'The pointer is a goal that boids head for.'],
    ['wind', 'Wind', 'A drag blows the boids around the pointer along.'],
    ['eraser', 'Eraser', 'Takes boids away.'],
    ['scatter', 'Scatter', 'A tap drives all boids away from it.'],
    ['hand', 'Look', 'A drag moves the picture, or turns a space.'],
];

const round = (numbers) => numbers.map((x) => Math.round(x * 100) / 100);

export class Hand {
    // `page`: {camera, act(kind, what), moved(), paused, fullSpeed(), addCount, addFlock}
    constructor(canvas, page) {
        this.page = page;
        this.tool = 'add';
        this.pointers = new Map(); // that are down, by id: {x, y}
        this.at = null;            // where the pointer is, over the flock
        this.press = null;         // {x, y, button} of a press that is a tool's
        this.acted = new Set();    // tools that have to be taken back: player, goal
        const listen = (name, does) => canvas.addEventListener(name, does.bind(this));
        listen('pointerdown', this.down);
        listen('pointermove', this.move);
        listen('pointerup', this.up);
        listen('pointercancel', this.cancel);
        listen('pointerleave', this.leave);
        canvas.addEventListener('contextmenu', (event) => event.preventDefault());
        canvas.addEventListener('wheel', (event) => {
            event.preventDefault();
            const turn = event.deltaY * (event.deltaMode === 1 ? 30 : 1);
            page.camera.zoomAt(1.0015 ** -turn, event.clientX, event.clientY);
            page.moved();
        }, {passive: false});
    }

    choose(tool) {
        this.tool = tool;
        this.letGo(tool === 'player' || tool === 'predator' ? 'player' : tool);
        this.wanted = null;
    }

    // Players and goals that a tool has set are gone when the tool is.
    letGo(except) {
        for (const kind of this.acted) {
            if (kind !== except) {
                this.page.act(kind, {});
                this.acted.delete(kind);
            }
        }
    }

    world(x, y) { return round(this.page.camera.toWorld(x, y)); }
    get eraser() { return round([ERASER * this.pixel])[0] || 0.01; }
    get pixel() { return 1 / this.page.camera.scale; }

    down(event) {
        const {clientX: x, clientY: y, button, pointerId, shiftKey} = event;
        event.target.setPointerCapture?.(pointerId);
        this.pointers.set(pointerId, {x, y});
        this.at = {x, y};
        if (this.pointers.size > 1) {
            this.press = null; // two fingers are the camera's
            return;
        }
        const looks = button === 1 || shiftKey || this.tool === 'hand';
        this.press = {x, y, looks, pans: button === 1 && shiftKey, tool: button === 2 ? 'scatter' : this.tool};
        this.follow(true);
        this.erase(); // also where the press is over before the next frame
    }

    move(event) {
        const {clientX: x, clientY: y, pointerId} = event;
        const before = this.pointers.get(pointerId);
        const last = before ?? this.at ?? {x, y};
        this.at = {x, y};
        if (before && this.pointers.size === 2) {
            this.pinch(pointerId, before, {x, y});
        }
        if (before) {
            this.pointers.set(pointerId, {x, y});
        }
        if (this.press?.looks) {
            this.look(x - last.x, y - last.y, this.press.pans);
        } else if (this.press?.tool === 'wind') {
            this.blow(last, {x, y});
        }
        this.follow(event.pointerType === 'mouse' || Boolean(this.press));
    }

    look(dx, dy, pans) {
        const {camera} = this.page;
        camera[camera.dimensions === 3 && !pans ? 'orbit' : 'pan'](dx, dy);
        this.page.moved();
    }

    // Two fingers: their middle moves the picture, their distance zooms.
    pinch(id, before, now) {
        const other = [...this.pointers].find(([key]) => key !== id)[1];
        const middle = {x: (now.x + other.x) / 2, y: (now.y + other.y) / 2};
        const far = (a) => Math.max(Math.hypot(a.x - other.x, a.y - other.y), 10);
        this.look((now.x - before.x) / 2, (now.y - before.y) / 2, false);
        this.page.camera.zoomAt(far(now) / far(before), middle.x, middle.y);
    }

    up(event) {
        const {clientX: x, clientY: y, pointerId, pointerType} = event;
        const press = this.pointers.size === 1 ? this.press : null;
        this.pointers.delete(pointerId);
        if (press && !press.looks) {
            this.release(press, x, y);
        }
        this.press = null;
        if (pointerType !== 'mouse') {
            this.leave();
        }
        this.page.moved();
    }

    release(press, x, y) {
        const position = this.world(press.x, press.y);
        if (press.tool === 'scatter') {
            this.page.act('scatter', {position, strength: 0.1});
        } else if (press.tool === 'add') {
            const dragged = Math.hypot(x - press.x, y - press.y) >= CLICK;
            const scale = this.page.fullSpeed() / (THROW * this.pixel);
            const to = this.world(x, y);
            const velocity = dragged ? round(to.map((c, i) => (c - position[i]) * scale)) : undefined;
            this.page.act('add', {flock: this.page.addFlock, count: this.page.addCount, position, velocity});
        }
    }

    cancel(event) {
        this.pointers.delete(event.pointerId);
        this.press = null;
    }

    leave() {
        if (this.pointers.size === 0) {
            this.at = null;
            this.wanted = null;
            this.page.moved();
        }
    }

    blow(from, to) {
        const [a, b] = [from, to].map(({x, y}) => this.page.camera.toWorld(x, y));
        const velocity = round(b.map((c, i) => (c - a[i]) * WIND_PART));
        this.page.act('blow', {position: round(b), radius: round([WIND * this.pixel])[0] || 0.01, velocity});
    }

    // Where the player or the goal should be; it is sent once a frame.
    follow(here) {
        this.wanted = here && this.at ? this.at : null;
        this.page.moved();
    }

    // Called before each frame: what a tool does as long as it is held.
    act() {
        const {tool, wanted, page} = this;
        if (wanted && (tool === 'player' || tool === 'predator' || tool === 'goal')) {
            const kind = tool === 'goal' ? 'goal' : 'player';
            const position = this.world(wanted.x, wanted.y);
            if (this.sent !== `${kind}${position}`) {
                this.sent = `${kind}${position}`;
                this.acted.add(kind);
                page.act(kind, {position});
            }
            if (tool === 'predator' && !page.paused) {
                page.act('erase', {position, radius: this.eraser});
            }
        } else if (this.acted.size > 0 && !this.at) {
            this.letGo('');
            this.sent = '';
        }
        this.erase();
    }

    erase() {
        if (this.tool === 'eraser' && this.press && !this.press.looks && this.at) {
            this.page.act('erase', {position: this.world(this.at.x, this.at.y), radius: this.eraser});
        }
    }

    // What is drawn at the pointer.
    get mark() {
        if (!this.at || this.press?.looks) {
            return null;
        }
        const radius = {eraser: ERASER, predator: ERASER, wind: WIND}[this.tool] ?? 0;
        const far = this.press ? Math.hypot(this.at.x - this.press.x, this.at.y - this.press.y) : 0;
        const thrown = this.press?.tool === 'add' && far >= CLICK;
        return radius > 0 || thrown ? {...this.at, radius, from: thrown ? [this.press.x, this.press.y] : null} : null;
    }
}
