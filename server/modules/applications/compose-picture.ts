/** Of a tile, as of the portal's own icons (scripts/app-icons.ts). */
const SIDE = 64
const RADIUS = 14
/** Parts of the colours that ink wash keeps, and what it makes of the rest: a warm grey, less warm than tiles, because most pictures have white grounds. */
const INK = { keeps: 0.28, warmth: [1.02, 1, 0.95] } as const
/** Of red, green and blue in what is seen as brightness. */
const WEIGHTS = [0.2126, 0.7152, 0.0722] as const
const OUTLINE_KEEPS = 0.45

/**
 * A tile as SVG text with a WebP picture on white. As in the portal's own icons, `#gray` and `#cartoon` in its address show the forms for ink wash, almost
 * without colour, and for the cartoon, with an outline in a dark tone of the picture's own colour.
 */
export function composePicture(webp: Buffer, colour: { r: number; g: number; b: number }): string {
  const outline = `#${[colour.r, colour.g, colour.b]
    .map((part) =>
      Math.round(part * OUTLINE_KEEPS)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
  const inner = SIDE - 8
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">` +
    `<view id="gray" viewBox="${SIDE} 0 ${SIDE} ${SIDE}"/><view id="cartoon" viewBox="${SIDE * 2} 0 ${SIDE} ${SIDE}"/>` +
    `<defs><clipPath id="c"><rect width="${SIDE}" height="${SIDE}" rx="${RADIUS}"/></clipPath>` +
    `<clipPath id="d"><rect x="4" y="4" width="${inner}" height="${inner}" rx="${RADIUS}"/></clipPath>` +
    `<filter id="i" color-interpolation-filters="sRGB" x="0" y="0" width="1" height="1"><feColorMatrix values="${inkMatrix()}"/></filter>` +
    `<g id="p"><rect width="${SIDE}" height="${SIDE}" fill="#fff"/>` +
    `<image width="${SIDE}" height="${SIDE}" href="data:image/webp;base64,${webp.toString('base64')}"/></g>` +
    // White pictures would have no edge on white.
    `<rect id="h" x=".5" y=".5" width="${SIDE - 1}" height="${SIDE - 1}" rx="${RADIUS - 0.5}" fill="none" stroke="#000" stroke-opacity=".12"/></defs>` +
    `<g clip-path="url(#c)"><use href="#p"/></g><use href="#h"/>` +
    `<g transform="translate(${SIDE})"><g clip-path="url(#c)"><use href="#p" filter="url(#i)"/></g><use href="#h"/></g>` +
    `<g transform="translate(${SIDE * 2})"><g clip-path="url(#d)"><g transform="translate(4 4)scale(${inner / SIDE})"><use href="#p"/></g></g>` +
    `<rect x="2" y="2" width="${SIDE - 4}" height="${SIDE - 4}" rx="${RADIUS + 4}" fill="none" stroke="${outline}" stroke-width="4"/></g>` +
    `</svg>`
  )
}

function inkMatrix(): string {
  const rows = INK.warmth.map((warmth, row) => {
    const parts = WEIGHTS.map((weight, at) => (row === at ? INK.keeps : 0) + weight * warmth * (1 - INK.keeps))
    return [...parts.map((part) => Math.round(part * 1000) / 1000), 0, 0].join(' ')
  })
  return [...rows, '0 0 0 1 0'].join(' ')
}
