/** The bytes of base64 text. Undefined unless it is base64 from end to end: Node would skip what it does not know. */
export function decodeBase64(text: string): Buffer | undefined {
  // A data URL's head is no part of the picture, and a form that was not encoded turns every plus into a space.
  const digits = text
    .replace(/^data:[\w/+.-]*;base64,/, '')
    .replace(/[\r\n\t]/g, '')
    .replaceAll(' ', '+')
  return /^[A-Za-z\d+/]+={0,2}$/.test(digits) ? Buffer.from(digits, 'base64') : undefined
}
