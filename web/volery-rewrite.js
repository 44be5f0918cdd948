// The module's bytes as other modules need to be compiled of them: one file is loaded, whatever an engine has.
//
// Without vectors: engines that have none refuse a module with a vector instruction anywhere, so every function with one
// becomes a function that ends in a trap. None of them is ever called then: all worlds use the scalar kernels, which are
// in the module too (VOLERY_ISA in its environment says so).
//
// With shared memory, for threads: memory comes from outside, and no instance fills it with what it holds at first:
// that is done once, by whoever has made it.

const IMPORTS = 2, MEMORY = 5, DATA = 11;
const V128 = 0x7b, I32 = 0x7f, FUNC = 0x60;
const TRAP = [0, 0x00, 0x0b]; // no locals; unreachable; end

class Reader {
    constructor(bytes, at = 0) {
        this.bytes = bytes;
        this.at = at;
    }

    byte() {
        return this.bytes[this.at++];
    }

    // Unsigned, of up to 32 bits; signed ones are only passed over.
    number() {
        let result = 0;
        for (let shift = 0; ; shift += 7) {
            const byte = this.byte();
            result |= (byte & 0x7f) << shift;
            if (byte < 0x80) {
                return result >>> 0;
            }
        }
    }

    pass(count) {
        for (; count > 0; count--) {
            while (this.byte() >= 0x80) {
                // goes on
            }
        }
    }
}

// How many numbers follow an instruction; those that have something else are below.
function operands(code) {
    if ((code >= 0x02 && code <= 0x04) || code === 0x0c || code === 0x0d || code === 0x10) {
        return 1; // a kind of block, a label, a function
    }
    if (code === 0x11 || (code >= 0x28 && code <= 0x3e)) {
        return 2; // a type and a table, an alignment and an offset
    }
    if ((code >= 0x20 && code <= 0x26) || (code >= 0x3f && code <= 0x42) || code === 0xd0 || code === 0xd2) {
        return 1;
    }
    return 0;
}

const MORE_OPERANDS = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1]; // of instructions behind 0xfc

function passInstruction(reader) {
    const code = reader.byte();
    if (code === 0xfe) {
        reader.pass(reader.number() === 3 ? 1 : 2); // an atomic one: a fence, or an alignment and an offset
    } else if (code === 0x43 || code === 0x44) {
        reader.at += code === 0x43 ? 4 : 8; // a constant
    } else if (code === 0x0e || code === 0x1c) {
        reader.pass(reader.number() + (code === 0x0e ? 1 : 0)); // labels, types
    } else if (code === 0xfc) {
        reader.pass(MORE_OPERANDS[reader.number()]);
    } else {
        reader.pass(operands(code));
    }
    return code;
}

// Is there a vector in the body of a function, among its locals or its instructions?
function hasVectors(bytes, begin, end) {
    const reader = new Reader(bytes, begin);
    for (let groups = reader.number(); groups > 0; groups--) {
        reader.number();
        if (reader.byte() === V128) {
            return true;
        }
    }
    while (reader.at < end) {
        if (passInstruction(reader) === 0xfd) {
            return true;
        }
    }
    return false;
}

// Types in which a vector comes in or out get a number instead, in place; which they are.
function plainTypes(bytes, at) {
    const reader = new Reader(bytes, at);
    const changed = [];
    for (let count = reader.number(); count > 0; count--) {
        let vectors = false;
        if (reader.byte() !== FUNC) {
            throw new Error('volery.wasm has a type that is no function');
        }
        for (const _ of ['in', 'out']) {
            for (let values = reader.number(); values > 0; values--, reader.at++) {
                if (bytes[reader.at] === V128) {
                    bytes[reader.at] = I32;
                    vectors = true;
                }
            }
        }
        changed.push(vectors);
    }
    return changed;
}

function numberBytes(value) {
    const bytes = [];
    for (; value >= 0x80; value >>>= 7) {
        bytes.push((value & 0x7f) | 0x80);
    }
    return [...bytes, value];
}

function plainCode(bytes, at, vectorTypes, types) {
    const reader = new Reader(bytes, at);
    const count = reader.number(), parts = [numberBytes(count)];
    for (let i = 0; i < count; i++) {
        const begin = reader.at, length = reader.number(), body = reader.at;
        reader.at = body + length;
        parts.push(vectorTypes[types[i]] || hasVectors(bytes, body, reader.at)
            ? [TRAP.length, ...TRAP] : bytes.subarray(begin, reader.at));
    }
    return parts;
}

function joined(parts) {
    const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let end = 0;
    for (const part of parts) {
        result.set(part, end);
        end += part.length;
    }
    return result;
}

// Calls change(section, body, reader) for each section: it answers with the parts of another body, with null where the
// section is to go, or with undefined where it stays as it is.
function rewrite(bytes, change) {
    const reader = new Reader(bytes, 8), parts = [bytes.subarray(0, 8)];
    while (reader.at < bytes.length) {
        const begin = reader.at, section = reader.byte(), length = reader.number(), body = reader.at;
        reader.at = body + length;
        const changed = change(section, body, reader.at);
        if (changed === undefined) {
            parts.push(bytes.subarray(begin, reader.at));
        } else if (changed !== null) {
            parts.push([section, ...numberBytes(changed.reduce((sum, part) => sum + part.length, 0))], ...changed);
        }
    }
    return joined(parts);
}

/** The bytes of a module without vectors, from those of one with them. */
export function withoutVectors(given) {
    const bytes = new Uint8Array(given).slice();
    let vectorTypes = [], types = [];
    return rewrite(bytes, (section, body) => {
        if (section === 1) {
            vectorTypes = plainTypes(bytes, body);
        } else if (section === 3) {
            const functions = new Reader(bytes, body);
            types = Array.from({length: functions.number()}, () => functions.number());
        } else if (section === 10) {
            return plainCode(bytes, body, vectorTypes, types);
        }
        return undefined;
    });
}

// What memory holds at first: [{at, bytes}].
function contents(bytes, body) {
    const reader = new Reader(bytes, body);
    return Array.from({length: reader.number()}, () => {
        if (reader.number() !== 0 || reader.byte() !== 0x41) {
            throw new Error('volery.wasm has data whose place is no plain number');
        }
        const at = reader.number(); // below 2^31 and of whole bytes: signed or not is the same from here on
        reader.byte();
        const length = reader.number();
        reader.at += length;
        return {at, bytes: bytes.slice(reader.at - length, reader.at)};
    });
}

/** The module over memory that is imported and shared: {bytes, pages, most, contents}. */
export function withSharedMemory(given) {
    const bytes = new Uint8Array(given), result = {};
    const text = (word) => [word.length, ...new TextEncoder().encode(word)];
    // Memory is behind imports in the file: it is looked at first.
    rewrite(bytes, (section, body) => {
        if (section === MEMORY) {
            const reader = new Reader(bytes, body);
            reader.number();
            reader.byte(); // with a most
            Object.assign(result, {pages: reader.number(), most: reader.number()});
        } else if (section === DATA) {
            result.contents = contents(bytes, body);
        }
        return undefined;
    });
    result.bytes = rewrite(bytes, (section, body, end) => {
        if (section === IMPORTS) {
            const reader = new Reader(bytes, body), count = reader.number();
            const memory = [...text('env'), ...text('memory'), 2, 3, ...numberBytes(result.pages),
                            ...numberBytes(result.most)];
            return [numberBytes(count + 1), bytes.subarray(reader.at, end), memory];
        }
        return section === MEMORY || section === DATA ? null : undefined;
    });
    return result;
}
