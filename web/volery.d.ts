/** What is wrong, and where: `text` is one line for a person, as the program prints it. */
export class VoleryError extends Error {
    /** 1: the machine could not do it; 2: what was asked for is wrong. */
    code: number;
    /** From 1; 0 where there is no such place. */
    line: number;
    column: number;
    file: string;
    /** Dotted, as in birds.cohesion.weight. */
    key: string;
    text: string;
}

export type Numbers = Float32Array | Float64Array;
/** An array of numbers for each axis. */
export type Axes = Numbers[];
export type Value = string | number | boolean | number[];
export type Point = number[];

/** As in `events` of a scene: one thing that happens, at the step `at` or now. */
export type VoleryEvent = string | {
    at?: number;
    add?: {flock: string; position: Point; velocity: Point};
    remove?: {flock: string; id: number};
    scatter?: {position: Point; strength?: number};
    gust?: Point;
    blow?: {position: Point; radius: number; velocity: Point};
    player?: Point | 'none';
    goal?: Point | 'none';
    leader?: {flock: string; id: number | 'none'};
    set?: Record<string, Value>;
};

export interface WorldOptions {
    seed?: number | bigint | string;
    /** As --set of the program: {'birds.count': 500} or ['birds.count=500']. */
    overrides?: Record<string, Value> | string[];
    /** What happens besides the scene's own events, each with its `at`. */
    events?: VoleryEvent[];
    /** A saved state to begin with. */
    state?: Uint8Array;
    /** A WAV file, which is heard in the place of the built-in tune. */
    sound?: Uint8Array | ArrayBuffer;
    /** How many threads compute it; not more than the module was loaded for, which is the default. */
    threads?: number;
    /** What messages call a scene that is given as text; 'scene' by default. */
    name?: string;
}

export interface Color {
    rule: 'none' | 'fixed' | 'random' | 'heading' | 'speed' | 'density';
    name: string;
    rgb: [number, number, number];
}

export interface FlockDescription {
    name: string;
    model: string;
    count: number;
    maxSpeed: number;
    startSpeed: number;
    leader?: number;
    look: {shape: 'triangle' | 'disc' | 'arrow' | 'fish' | 'square' | 'dot'; size: number;
           color: Color; outline: Color; head: Color; leader: Color};
}

export interface Description {
    name: string;
    about: string;
    dimensions: 2 | 3;
    size: number[];
    /** Where the world begins on each axis. */
    origin: number[];
    boundary: string;
    images: boolean;
    precision: 'single' | 'double';
    seed: string;
    dt: number;
    threads: number;
    isa: string;
    events: number;
    /** Where it follows a tune: how many steps go with a second of it. */
    sound?: {stepsPerSecond: number; loop: boolean};
    look: {background: Color; window: [number, number]; fps: number; yUp: boolean; axes: boolean};
    flocks: FlockDescription[];
}

export interface Marks {
    obstacles: {shape: 'circle' | 'box' | 'segment' | 'polygon'; law: 'fade' | 'flat' | 'hard'; center: Point;
                size: Point; radius: number; reach: number; strength: number; points: Point[]}[];
    goals: ({kind: 'goal' | 'flee'; radius: number; point: Point} |
            {kind: 'path'; radius: number; closed: boolean; points: Point[]})[];
    players: Point[];
    /** Of each player: boids nearer than this flee. */
    fleeRadii: number[];
}

export interface Parameter {
    /** What `set` and `get` take. */
    key: string;
    name: string;
    /** Of which flock; none: of the world. */
    flock?: string;
    type: 'real' | 'count' | 'seed' | 'choice' | 'flag' | 'vector' | 'list' | 'whole';
    value: string;
    /** May change while the world runs; else it is an override of createWorld. */
    live: boolean;
    random: boolean;
    least: number;
    most: number;
    standard: number;
    unit: string;
    help: string;
    choices?: string[];
}

export interface MeasureRow {name: string; unit: string; leastDimensions: number; help: string}

export class Flock {
    readonly name: string;
    readonly number: number;
    readonly count: number;
    /** [x, y] or [x, y, z] over the module's memory. When the world changes these arrays become empty: ask again. */
    readonly position: Axes;
    readonly velocity: Axes;
    readonly id: Uint32Array;
    slot(id: number): number;
    add(position: Point | Point[], velocity: Point | Point[]): void;
    remove(ids: number | Iterable<number>): void;
    set(name: string, value: Value): void;
    get(name: string): string;
    near(point: Point, radius: number, most?: number): {id: number; distance: number}[];
    measures(names?: string[]): Record<string, number>;
}

/** A copy of all boids; arrays of a flock lie in its `buffer`, which may be sent elsewhere. */
export interface Frame {
    step: number;
    flocks: {name: string; count: number; buffer: ArrayBuffer; position: Float32Array[]; velocity: Float32Array[];
             id: Uint32Array}[];
    measures?: Record<string, number>;
}

export class World {
    readonly steps: number;
    readonly flocks: Flock[];
    flock(name: string): Flock;
    step(count?: number): void;
    /** How many threads may compute it; how many besides this one have come; tasks that they have done. */
    readonly threads: {most: number; helpers: number; helped: number};
    /** 16 digits, as the program prints it. */
    hash(): string;
    describe(): Description;
    marks(): Marks;
    parameters(): Parameter[];
    get(key: string): string;
    set(key: string, value: Value): void;
    event(event: VoleryEvent): void;
    events(): string[];
    forgetFuture(): void;
    measures(names?: string[], flock?: string): Record<string, number>;
    seek(step: number): void;
    save(): Uint8Array;
    restore(state: Uint8Array): void;
    text(options?: {printed?: boolean}): string;
    recording(): Uint8Array;
    frame(into?: {buffer: ArrayBuffer}[]): Frame;
    close(): void;
}

export interface Recording {
    recordedBy: string;
    /** The scene, with all that happened as its events. */
    scene: string;
    first: number;
    last: number;
    ended: boolean;
    /** The state that it began with, where that was not the scene's own. */
    state?: Uint8Array;
}

export interface Verdict extends Recording {
    identical: boolean;
    step: number;
    boids: number;
    hash: string;
    recordedHash: string;
    flock?: string;
    boid?: number;
    boidStep?: number;
}

export interface About {
    /** `sound`: parameters follow a sound, here the built-in tune. */
    scenes: {name: string; about: string; text: string; sound: boolean}[];
    version: string;
    isa: string;
    simd: boolean;
    /** How many compute a world. */
    threads: number;
    measures: MeasureRow[];
    models: {name: string; about: string}[];
    colors: string[];
}

export interface Module extends About {
    createWorld(scene?: string, options?: WorldOptions): Promise<World>;
    readRecording(bytes: Uint8Array | ArrayBuffer): Promise<Recording>;
    verify(bytes: Uint8Array | ArrayBuffer): Promise<Verdict>;
}

export interface LoadOptions {
    /** By default what the engine can do. */
    simd?: boolean;
    /** How many compute a world: 1 by default, 0: one a processor. 1 where memory cannot be shared. */
    threads?: number;
    /** Where the files lie; by default beside volery.js. */
    base?: string | URL;
}

export function hasSimd(): boolean;
export function load(options?: LoadOptions): Promise<Module>;

/** A world in a worker: the functions of World as promises, and those of its module. */
export class WorkerWorld {
    about: About;
    scene?: Description;
    open(scene: string, options?: WorldOptions): Promise<Description>;
    frame(steps?: number, options?: {into?: Frame | null; measures?: string[]; flock?: string}): Promise<Frame>;
    step(count?: number): Promise<void>;
    steps(): Promise<number>;
    hash(): Promise<string>;
    describe(): Promise<Description>;
    marks(): Promise<Marks>;
    parameters(): Promise<Parameter[]>;
    get(key: string): Promise<string>;
    set(key: string, value: Value): Promise<void>;
    event(event: VoleryEvent): Promise<void>;
    events(): Promise<string[]>;
    forgetFuture(): Promise<void>;
    measures(names?: string[], flock?: string): Promise<Record<string, number>>;
    near(flock: string, point: Point, radius: number, most?: number): Promise<{id: number; distance: number}[]>;
    /** Takes away all boids near a place; resolves to how many. */
    erase(point: Point, radius: number): Promise<number>;
    seek(step: number): Promise<void>;
    save(): Promise<Uint8Array>;
    restore(state: Uint8Array): Promise<void>;
    text(options?: {printed?: boolean}): Promise<string>;
    recording(): Promise<Uint8Array>;
    readRecording(bytes: Uint8Array): Promise<Recording>;
    verify(bytes: Uint8Array): Promise<Verdict>;
    close(): void;
}

export function startWorker(options?: LoadOptions): Promise<WorkerWorld>;
export function createWorkerWorld(scene?: string, options?: WorldOptions & LoadOptions): Promise<WorkerWorld>;
