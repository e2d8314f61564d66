import sharp from 'sharp'

/** How a drawn person is photographed. */
export interface DrawnFaceOptions {
  /** Which person: the same number is always the same face. 0 to 7 are eight people whom the server tells apart; others are not tested. */
  readonly seed: number
  /** The picture's side in pixels. */
  readonly side?: number
  /** The height of the head as a part of the picture's. */
  readonly scale?: number
  /** Where the middle of the face is, as parts of the picture's width and height. */
  readonly x?: number
  readonly y?: number
  /** How far the head is tilted to a shoulder, in degrees. */
  readonly tilt?: number
  /** How far the head is turned: 1 is far to the person's own left (the picture's right), -1 to their right. */
  readonly turn?: number
  /** 0 is full light, 1 is black. */
  readonly darkness?: number
  /** Radius in pixels. */
  readonly blur?: number
}

/** A person's proportions (1 is ordinary) and colours. */
interface Looks {
  readonly face: number
  readonly jaw: number
  readonly eyeGap: number
  readonly eye: number
  readonly eyeHeight: number
  readonly brow: number
  readonly browTilt: number
  readonly nose: number
  readonly noseLength: number
  readonly mouth: number
  readonly lips: number
  readonly mouthDrop: number
  readonly hairline: number
  readonly fringe: number
  readonly skin: readonly [number, number, number]
  readonly hair: string
  readonly iris: string
  readonly lip: string
  readonly beard: 'none' | 'moustache' | 'full'
  readonly longHair: boolean
}

/**
 * What the first eight people are drawn from, found by trying: each two of their descriptors lie more than 0.5 apart, and each is found straight and turned by
 * 0.7 to either side. After a change of the drawing new ones are needed (tests/integration/faces/face-drawn.test.ts says whether they still hold).
 */
const PEOPLE = [3, 4, 9, 47, 57, 63, 64, 99]

const SKINS = [
  [243, 208, 178],
  [226, 182, 146],
  [198, 150, 112],
  [168, 120, 86],
  [128, 86, 60],
  [96, 62, 44],
] as const
const HAIRS = ['#17120f', '#3b2417', '#8a5a2b', '#c9a25a', '#6e6a68', '#7a2f16'] as const
const IRISES = ['#2a1a10', '#5a3a1c', '#3f6a4a', '#3c6f9c', '#6d7a80', '#1c1714'] as const
const LIPS = ['#b4574f', '#a34a46', '#c26d66', '#8d4440', '#75352f', '#d08078'] as const

/** Draws a face as SVG: shaded enough that nets that were taught on photographs find it, and tell one person from another. */
export function drawFace(options: DrawnFaceOptions): string {
  const { seed, side = 480, scale = 0.62, x = 0.5, y = 0.5, tilt = 0, turn = 0, darkness = 0, blur = 0 } = options
  const looks = looksOf(seed)
  // The face is drawn in units in which its height is 200, around its middle.
  const unit = (side * scale) / 200
  const place = `translate(${side * x} ${side * y}) rotate(${tilt}) scale(${unit})`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">
<defs>${gradients(looks, turn)}</defs>
<g${blur > 0 ? ` filter="url(#blur)"` : ''}>
<filter id="blur"><feGaussianBlur stdDeviation="${blur}"/></filter>
<rect width="${side}" height="${side}" fill="url(#wall)"/>
<g transform="${place}">${head(looks, turn)}</g>
</g>
<rect width="${side}" height="${side}" fill="#000" opacity="${darkness}"/>
</svg>`
}

/** The same as a photograph: JPEG, 480 by 480 unless told otherwise. */
export function drawnPhoto(options: DrawnFaceOptions): Promise<Buffer> {
  return sharp(Buffer.from(drawFace(options)))
    .flatten()
    .jpeg({ quality: 92 })
    .toBuffer()
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function looksOf(seed: number): Looks {
  const next = numbersOf(PEOPLE[seed] ?? 1000 + seed)
  const about = (spread: number) => 1 + (next() * 2 - 1) * spread
  const pick = <T>(at: number, list: readonly T[]): T => {
    const picked = list[Math.floor(at * list.length)]
    if (picked === undefined) throw new RangeError('nothing to pick from')
    return picked
  }
  return {
    face: about(0.12),
    jaw: about(0.25),
    eyeGap: about(0.16),
    eye: about(0.25),
    eyeHeight: about(0.3),
    brow: about(0.5),
    browTilt: next() * 2 - 1,
    nose: about(0.35),
    noseLength: about(0.18),
    mouth: about(0.25),
    lips: about(0.45),
    mouthDrop: about(0.1),
    hairline: about(0.15),
    fringe: next(),
    skin: pick(next(), SKINS),
    hair: pick(next(), HAIRS),
    iris: pick(next(), IRISES),
    lip: pick(next(), LIPS),
    beard: pick<Looks['beard']>(next(), ['none', 'moustache', 'full']),
    longHair: next() < 0.4,
  }
}

function shade([red, green, blue]: Looks['skin'], by: number): string {
  return `rgb(${[red, green, blue].map((part) => Math.max(0, Math.min(255, Math.round(part * by)))).join(' ')})`
}

function gradients({ skin }: Looks, turn: number): string {
  const lit = 0.45 + turn * 0.15
  return `<linearGradient id="wall" x2="0" y2="1"><stop offset="0" stop-color="#c9d3da"/><stop offset="1" stop-color="#9aa7b1"/></linearGradient>
<radialGradient id="skin" cx="${lit}" cy="0.4" r="0.75"><stop offset="0" stop-color="${shade(skin, 1.06)}"/><stop offset="0.6" stop-color="${shade(skin, 0.97)}"/><stop offset="1" stop-color="${shade(skin, 0.66)}"/></radialGradient>
<linearGradient id="neck" x2="0" y2="1"><stop offset="0" stop-color="${shade(skin, 0.6)}"/><stop offset="1" stop-color="${shade(skin, 0.85)}"/></linearGradient>
<filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="3"/></filter>
<filter id="softer" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="6"/></filter>
<filter id="edge" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="0.8"/></filter>`
}

function head(looks: Looks, turn: number): string {
  const { skin, hair } = looks
  const width = 72 * looks.face
  const jaw = 46 * looks.jaw
  // What stands out of the head moves with it, the nose most; the far side narrows.
  const across = (at: number, depth: number) => at * (1 - 0.14 * Math.abs(turn)) + turn * depth
  const outline = `M ${-width} -20 C ${-width} -105 ${width} -105 ${width} -20 C ${width} 30 ${jaw + 12} 75 ${jaw * 0.5} 95 Q 0 108 ${-jaw * 0.5} 95 C ${-jaw - 12} 75 ${-width} 30 ${-width} -20 Z`
  const top = -62 * looks.hairline
  const fringe = looks.fringe * 40 - 20
  return `
<path d="M -130 200 Q -120 130 -38 122 Q 0 140 38 122 Q 120 130 130 200 Z" fill="#46566b"/>
<ellipse cx="0" cy="-32" rx="${width + 12}" ry="84" fill="${hair}"/>
${looks.longHair ? `<path d="M ${-width - 12} -40 L ${-width - 22} 120 L ${width + 22} 120 L ${width + 12} -40 Z" fill="${hair}"/>` : ''}
<path d="M -36 60 L -38 130 Q 0 150 38 130 L 36 60 Z" fill="url(#neck)"/>
${[-1, 1].map((way) => `<ellipse cx="${way * (width + 1) - turn * 4}" cy="2" rx="${Math.max(3, 9 - way * turn * 6)}" ry="19" fill="${shade(skin, 0.82)}"/>`).join('')}
<path d="${outline}" fill="url(#skin)"/>
<path d="M ${-width - 3} -14 C ${-width - 6} -120 ${width + 6} -120 ${width + 3} -14 C ${width - 8} -40 ${width * 0.6} ${top} ${fringe} ${top - 2} C ${-width * 0.6} ${top} ${-width + 8} -40 ${-width - 3} -14 Z" fill="${hair}"/>
${[-1, 1].map((way) => `<ellipse cx="${across(way * 40, 10)}" cy="34" rx="17" ry="12" fill="#c0503c" opacity="0.16" filter="url(#softer)"/>`).join('')}
${[-1, 1].map((way) => eye(looks, way, across(way * 31 * looks.eyeGap, 15), turn)).join('')}
${nose(looks, across(0, 15), across(0, 27))}
${beard(looks, across(0, 18), width)}
${mouth(looks, across(0, 18), turn)}
<path d="M ${across(-16, 16)} 84 Q ${across(0, 16)} 90 ${across(16, 16)} 84" stroke="${shade(skin, 0.7)}" stroke-width="3" fill="none" filter="url(#soft)"/>`
}

function eye(looks: Looks, way: number, at: number, turn: number): string {
  const { skin, hair } = looks
  const wide = 15 * looks.eye * (1 - 0.2 * Math.max(0, way * turn))
  const high = 7 * looks.eyeHeight
  const almond = `M ${-wide} 0 Q 0 ${-high * 1.7} ${wide} 0 Q 0 ${high * 1.4} ${-wide} 0 Z`
  const slant = looks.browTilt * 5 * way
  return `<g transform="translate(${at} -8)">
<ellipse cx="0" cy="0" rx="${wide + 7}" ry="${high + 8}" fill="${shade(skin, 0.62)}" opacity="0.5" filter="url(#soft)"/>
<path d="${almond}" fill="#f1ede8"/>
<clipPath id="lid${way}"><path d="${almond}"/></clipPath>
<g clip-path="url(#lid${way})"><circle cx="${turn * 2}" cy="-0.6" r="${high * 0.98}" fill="${looks.iris}"/><circle cx="${turn * 2}" cy="-0.6" r="${high * 0.45}" fill="#070605"/>
<path d="M ${-wide} -1 Q 0 ${-high * 2} ${wide} -1 L ${wide} ${-high * 0.4} Q 0 ${-high * 1.1} ${-wide} ${-high * 0.4} Z" fill="#000" opacity="0.35"/></g>
<circle cx="${turn * 2 + 2}" cy="-3" r="1.4" fill="#fff"/>
<path d="M ${-wide} 0 Q 0 ${-high * 1.75} ${wide} 0" stroke="#20140e" stroke-width="2.2" fill="none"/>
<path d="M ${-wide} 0 Q 0 ${high * 1.4} ${wide} 0" stroke="${shade(skin, 0.55)}" stroke-width="1" fill="none"/>
<path d="M ${-wide - 3} ${-15 + slant} Q 0 ${-24 * (0.9 + looks.brow * 0.1)} ${wide + 3} ${-15 - slant}" stroke="${hair}" stroke-width="${4.6 * looks.brow}" stroke-linecap="round" fill="none" opacity="0.9" filter="url(#edge)"/>
</g>`
}

function nose({ skin, nose: breadth, noseLength }: Looks, root: number, tip: number): string {
  const wide = 13 * breadth
  const end = 32 * noseLength
  return `
<path d="M ${root - 6} -12 Q ${tip - 5} 10 ${tip - wide} ${end}" stroke="${shade(skin, 0.68)}" stroke-width="4" fill="none" filter="url(#soft)"/>
<path d="M ${root + 6} -12 Q ${tip + 5} 10 ${tip + wide} ${end}" stroke="${shade(skin, 0.74)}" stroke-width="4" fill="none" filter="url(#soft)"/>
<path d="M ${root} -14 L ${tip} ${end - 6}" stroke="${shade(skin, 1.16)}" stroke-width="6" fill="none" opacity="0.6" filter="url(#soft)"/>
<ellipse cx="${tip}" cy="${end - 1}" rx="${wide * 0.8}" ry="7" fill="${shade(skin, 1.08)}" opacity="0.7" filter="url(#soft)"/>
<path d="M ${tip - wide} ${end} Q ${tip - wide * 0.9} ${end + 7} ${tip - wide * 0.4} ${end + 5} Q ${tip} ${end + 11} ${tip + wide * 0.4} ${end + 5} Q ${tip + wide * 0.9} ${end + 7} ${tip + wide} ${end}" stroke="${shade(skin, 0.5)}" stroke-width="2" fill="none" filter="url(#edge)"/>
${[-1, 1].map((way) => `<ellipse cx="${tip + way * wide * 0.45}" cy="${end + 4}" rx="${wide * 0.28}" ry="2" fill="${shade(skin, 0.3)}" filter="url(#edge)"/>`).join('')}`
}

function mouth({ skin, mouth: breadth, lips, mouthDrop, lip }: Looks, at: number, turn: number): string {
  const wide = 24 * breadth * (1 - 0.12 * Math.abs(turn))
  const high = 7 * lips
  return `<g transform="translate(${at} ${62 * mouthDrop})">
<ellipse cx="0" cy="${high + 7}" rx="${wide * 0.6}" ry="4" fill="${shade(skin, 0.6)}" opacity="0.55" filter="url(#soft)"/>
<path d="M ${-wide} 0 Q ${-wide * 0.4} ${-high} 0 ${-high * 0.6} Q ${wide * 0.4} ${-high} ${wide} 0 Z" fill="${lip}"/>
<path d="M ${-wide} 0 Q 0 ${high * 2} ${wide} 0 Z" fill="${lip}"/>
<path d="M ${-wide * 0.5} ${high * 0.55} Q 0 ${high * 1.1} ${wide * 0.5} ${high * 0.55}" stroke="#fff" stroke-width="2" opacity="0.25" fill="none" filter="url(#edge)"/>
<path d="M ${-wide - 1} 0 Q 0 ${high * 0.35} ${wide + 1} 0" stroke="#4a1d1a" stroke-width="1.8" fill="none"/>
</g>`
}

function beard({ beard: kind, hair, mouthDrop }: Looks, at: number, width: number): string {
  if (kind === 'none') return ''
  const lip = 62 * mouthDrop
  const moustache = `<path d="M ${at - 26} ${lip - 3} Q ${at} ${lip - 20} ${at + 26} ${lip - 3} Q ${at} ${lip - 7} ${at - 26} ${lip - 3} Z" fill="${hair}" opacity="0.85" filter="url(#edge)"/>`
  if (kind === 'moustache') return moustache
  return `${moustache}<path d="M ${-width + 2} 8 C ${-width + 6} 70 -30 104 0 104 C 30 104 ${width - 6} 70 ${width - 2} 8 C ${width - 10} 40 ${at + 34} ${lip - 12} ${at + 28} ${lip + 2} Q ${at} ${lip + 34} ${at - 28} ${lip + 2} C ${at - 34} ${lip - 12} ${-width + 10} 40 ${-width + 2} 8 Z" fill="${hair}" opacity="0.8" filter="url(#edge)"/>`
}
