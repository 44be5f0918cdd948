// Files that the page gives: a picture, a film, a recording, the scene's text. All are made here, in the browser.
export const download = (name, blob) => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};

// The canvases of the stage, one over the other.
export const flatten = (layers, canvas) => {
    canvas.width = layers[0].width;
    canvas.height = layers[0].height;
    const context = canvas.getContext('2d');
    for (const layer of layers) {
        context.drawImage(layer, 0, 0, canvas.width, canvas.height);
    }
    return canvas;
};

export const picture = (layers) =>
    new Promise((resolve) => flatten(layers, document.createElement('canvas')).toBlob(resolve, 'image/png'));

const TYPES = ['video/mp4;codecs=avc1.640028', 'video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];

export const filmType = () =>
    (typeof MediaRecorder === 'undefined' ? undefined : TYPES.find((type) => MediaRecorder.isTypeSupported(type)));

// A film of what the page shows, frame by frame, until it is stopped.
export class Film {
    constructor(layers) {
        this.layers = layers;
        this.canvas = document.createElement('canvas');
        this.canvas.width = layers[0].width - layers[0].width % 2;
        this.canvas.height = layers[0].height - layers[0].height % 2;
        this.context = this.canvas.getContext('2d', {alpha: false});
        this.type = filmType();
        this.chunks = [];
        this.recorder = new MediaRecorder(this.canvas.captureStream(60),
                                          {mimeType: this.type, videoBitsPerSecond: 16e6});
        this.recorder.ondataavailable = ({data}) => this.chunks.push(data);
        this.recorder.start(1000);
    }

    add() {
        for (const layer of this.layers) {
            this.context.drawImage(layer, 0, 0, this.canvas.width, this.canvas.height);
        }
    }

    stop() {
        return new Promise((resolve) => {
            this.recorder.onstop = () => resolve(new Blob(this.chunks, {type: this.type}));
            this.recorder.stop();
        });
    }

    get ending() { return this.type.includes('mp4') ? 'mp4' : 'webm'; }
}
