// Small things that all parts of the page use: elements, messages, numbers.
export const $ = (id) => document.getElementById(id);

// An element with attributes, handlers (on...) and children.
export const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith('on')) {
            element.addEventListener(key.slice(2), value);
        } else if (key === 'text') {
            element.textContent = value;
        } else if (value === true || (value !== false && value !== undefined && value !== null)) {
            element.setAttribute(key, value === true ? '' : value);
        }
    }
    element.append(...children);
    return element;
};

export const icon = (name) => {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
    svg.setAttribute('aria-hidden', 'true');
    use.setAttribute('href', `#i-${name}`);
    svg.append(use);
    return svg;
};

const timers = new Map();

const say = (id, text, seconds) => {
    clearTimeout(timers.get(id));
    $(id).textContent = text;
    if (text) {
        timers.set(id, setTimeout(() => { $(id).textContent = ''; }, seconds * 1000));
    }
};

export const tell = (text) => say('toast', text, 4);
export const trouble = (text) => say('trouble', text, 12);

// A number as people write it: `digits` of it, no zeros behind the point, no exponent where it is not needed.
export const show = (x, digits = 4) => (Number.isFinite(x) ? String(Number(x.toPrecision(digits))) : '');

// 1, 2 or 5 times a power of ten, not less than x.
export const nice = (x) => {
    const power = 10 ** Math.floor(Math.log10(x));
    const part = x / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
};

// Fills the track of a range up to its value, with a mark at `own` where there is one.
export const fill = (range, own = NaN) => {
    const part = (x) => `${100 * Math.min(Math.max((x - range.min) / (range.max - range.min), 0), 1)}%`;
    range.style.setProperty('--part', part(Number(range.value)));
    range.style.setProperty('--own', Number.isFinite(own) ? part(own) : '-10%');
};

// What is kept between visits; where the browser keeps nothing, defaults serve.
export const remember = (key, value) => {
    try {
        localStorage.setItem(`volery.${key}`, JSON.stringify(value));
    } catch { /* private windows may refuse */ }
};

export const recall = (key, otherwise) => {
    try {
        return JSON.parse(localStorage.getItem(`volery.${key}`)) ?? otherwise;
    } catch {
        return otherwise;
    }
};
