import { createHash } from 'node:crypto'

/** The body of a PDF's object, and its stream. */
interface PdfObject {
  readonly body: string
  readonly stream?: Buffer
}

/** Objects of a PDF by their numbers, from 1; the first is the catalogue. */
function writePdf(objects: readonly PdfObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const [index, { body, stream }] of objects.entries()) {
    offsets.push(length)
    const dictionary = stream ? body.replace(/>>$/, `/Length ${stream.length} >>`) : body
    add(Buffer.from(`${index + 1} 0 obj\n${dictionary}\n`, 'latin1'))
    if (stream) add(Buffer.concat([Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]))
    add(Buffer.from('endobj\n'))
  }
  const table = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${table}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

interface Page {
  /** A line of Latin letters. */
  readonly text?: string
  /** A line in Chinese, in a font that is not in the file, written in the encoding of Windows in China: pairs of bytes as hexadecimal digits. */
  readonly gbk?: string
  /** In points; A4 when left out. */
  readonly size?: readonly [width: number, height: number]
  /** Bytes before and behind its content, from which nothing is drawn. */
  readonly ballast?: number
  /** An address to which all of the page leads when pressed. */
  readonly link?: string
}

/** The objects of a document: catalogue, list of pages, two fonts, and four for each page, whose content is far from its entry where there is ballast. */
function documentOf(pages: readonly Page[], catalogue = ''): PdfObject[] {
  const fonts = [
    { body: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>' },
    {
      body: `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /GBK-EUC-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0
        /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /DW 1000
        /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >> >>] >>`,
    },
  ]
  const first = 3 + fonts.length
  const drawn = pages.flatMap(({ text, gbk, size: [width, height] = [595, 842], ballast = 0, link }, index) => {
    const at = first + index * 4
    const notes = link
      ? `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 ${width} ${height}] /Border [0 0 0] /A << /S /URI /URI (${link}) >> >>] `
      : ''
    const lines = [
      ...(text ? [`BT /F1 36 Tf 60 ${height - 120} Td (${text}) Tj ET`] : []),
      ...(gbk ? [`BT /F2 36 Tf 60 ${height - 200} Td <${gbk}> Tj ET`] : []),
      `0.2 0.4 0.8 rg 60 60 ${width - 120} 80 re f`,
    ]
    return [
      {
        body: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> ${notes}/Contents ${at + 2} 0 R /Ballast [${at + 1} 0 R ${at + 3} 0 R] >>`,
      },
      { body: '<< >>', stream: Buffer.alloc(ballast, 32) },
      { body: '<< >>', stream: Buffer.from(lines.join('\n')) },
      { body: '<< >>', stream: Buffer.alloc(ballast, 32) },
    ]
  })
  const kids = pages.map((_, index) => `${first + index * 4} 0 R`).join(' ')
  return [
    { body: `<< /Type /Catalog /Pages 2 0 R ${catalogue}>>` },
    { body: `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>` },
    ...fonts,
    ...drawn,
  ]
}

/** A PDF with these pages. `script` is run by viewers that run scripts when it is opened. */
export function makePdf(pages: readonly Page[], script?: string): Buffer {
  return writePdf(documentOf(pages, script ? `/OpenAction << /S /JavaScript /JS (${script}) >> ` : ''))
}

/** What fills up a password to 32 bytes (ISO 32000-1, section 7.6.3.3). */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/** A PDF that opens with a password only: the oldest of its encryptions, RC4 with a key of 40 bits. */
export function makeLockedPdf(text: string, password: string): Buffer {
  const padded = Buffer.concat([Buffer.from(password), PADDING]).subarray(0, 32)
  const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()
  const id = Buffer.alloc(16, 7)
  const owner = rc4(md5(padded).subarray(0, 5), padded)
  const rights = -4
  const bits = Buffer.alloc(4)
  bits.writeInt32LE(rights)
  const key = md5(padded, owner, bits, id).subarray(0, 5)
  const keyOf = (number: number) => md5(key, Buffer.from([number, 0, 0, 0, 0])).subarray(0, 10)
  const objects = documentOf([{ text }]).map(({ body, stream }, index) => ({
    body,
    ...(stream ? { stream: rc4(keyOf(index + 1), stream) } : {}),
  }))
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`
  const encrypted = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(rc4(key, PADDING))} /P ${rights} >> `
  return writePdf(objects, `${encrypted}/ID [${hex(id)} ${hex(id)}] `)
}

/** Node has no RC4 any more. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number) => {
    const kept = state[a] ?? 0
    state[a] = state[b] ?? 0
    state[b] = kept
  }
  let j = 0
  for (let i = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let i = 0
  j = 0
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) & 255
      j = (j + (state[i] ?? 0)) & 255
      swap(i, j)
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0)
    }),
  )
}
