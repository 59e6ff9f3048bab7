// SPDX-License-Identifier: Apache-2.0
// Reading the page's numbers, and writing them for people.

/** A text in the page's language; "{rank}" stands for the value of that name. */
function say(english, values = {}) {
  return (page.words[english] ?? english).replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
/** A text for say(), where it stands in a list. */
const term = (english) => english;

/** Bytes of a base64 text that zlib packed. */
async function unpacked(text) {
  const packed = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Rising numbers of 64 bits as two arrays of words; each is stored as what it adds to the one before. */
function risingWords(bytes, at, count, planes) {
  const words = new Uint32Array(2 * count);
  let low = 0, high = 0;
  for (let i = 0; i < count; ++i) {
    let lowStep = 0, highStep = 0;
    for (let plane = 0; plane < planes; ++plane) {
      const byte = bytes[at + plane * count + i];
      if (plane < 4) lowStep += byte * 2 ** (8 * plane);
      else highStep += byte * 2 ** (8 * plane - 32);
    }
    low += lowStep;
    high += highStep + (low >= 2 ** 32 ? 1 : 0);
    low %= 2 ** 32;
    words[2 * i] = low;
    words[2 * i + 1] = high;
  }
  return words;
}

/** A table of doubles: their own bits, or so many ticks. Browsers run on little-endian machines. */
function valueTable(words, tick) {
  if (!(tick > 0)) return new Float64Array(words.buffer);
  const values = new Float64Array(words.length / 2);
  for (let i = 0; i < values.length; ++i) values[i] = (words[2 * i + 1] * 2 ** 32 + words[2 * i]) * tick;
  return values;
}

const unfolded = (step) => (step >>> 1) ^ -(step & 1);

/** The arrays of a side by name; see core/page/packed_numbers.h. */
function readArrays(bytes, shapes, tick) {
  const arrays = {};
  let at = 0;
  for (const [name, count, planes, isSteps] of shapes) {
    if (name === "times" || name === "levels") {
      arrays[name] = valueTable(risingWords(bytes, at, count, planes), name === "times" ? tick : 0);
    } else if (name === "reasons") {
      arrays[name] = new TextDecoder().decode(bytes.subarray(at, at + count)).split("\n");
    } else {
      const values = new Uint32Array(count);
      let before = 0;
      for (let i = 0; i < count; ++i) {
        let value = 0;
        for (let plane = 0; plane < planes; ++plane) value |= bytes[at + plane * count + i] << (8 * plane);
        if (isSteps) value = before = (before + unfolded(value)) | 0;
        values[i] = value;
      }
      arrays[name] = values;
    }
    at += count * planes;
  }
  return arrays;
}

/** To so many significant digits, but never within the whole part, without zeros at the end. */
function shortNumber(value, digits = 5) {
  if (!Number.isFinite(value)) return String(value);
  if (value !== 0 && (Math.abs(value) < 1e-4 || Math.abs(value) >= 1e15)) return String(+value.toPrecision(digits));
  const whole = Math.abs(value) < 1 ? 0 : Math.floor(Math.log10(Math.abs(value))) + 1;
  return String(+value.toFixed(Math.max(0, Math.min(15, digits - Math.max(whole, Math.abs(value) < 1 ? 0 : 1)))));
}

const timeUnits = { us: [[1e-3, "ns"], [1, "µs"], [1e3, "ms"], [1e6, "s"], [6e7, "min"]],
                    ms: [[1e-6, "ns"], [1e-3, "µs"], [1, "ms"], [1e3, "s"], [6e4, "min"]] };

/** A time in the largest unit of which it is at least one. */
function timeText(time, unit) {
  const units = timeUnits[unit];
  if (!units) return shortNumber(time);
  let [size, name] = units[0];
  for (const [largerSize, largerName] of units) if (Math.abs(time) >= largerSize * 0.99995) [size, name] = [largerSize, largerName];
  if (time === 0) [size, name] = units.find(([one]) => one === 1);
  return `${shortNumber(time / size, 4)} ${name}`;
}

/** The number itself: at most twelve digits, and its unit. */
function exactTime(time, unit) {
  return `${+time.toPrecision(12)}${unit === "step" ? "" : unit === "us" ? " µs" : ` ${unit}`}`;
}

function levelText(level, memory) {
  if (!memory.bytes) return shortNumber(level / memory.share, 4);
  const units = ["B", "KB", "MB", "GB", "TB", "PB"];
  let unit = 0;
  while (level >= 999.95 && unit + 1 < units.length) { level /= 1000; ++unit; }
  return `${shortNumber(level, 4)} ${units[unit]}`;
}
