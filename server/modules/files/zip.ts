import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { StreamCall } from '../../http/call.ts'
import { attachmentHeader } from '../../blobs/content-disposition.ts'
import { findFreeName } from './entries.ts'

/** Bytes of UTF-8 of one name; the limit of Linux. That of Windows and macOS, 255 UTF-16 units, is never shorter. */
const NAME_BYTES = 255

/** Names of devices, also with an extension: Windows opens the device instead of a file. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:\.|$)/i

/**
 * A name for an entry or the archive itself that every system can create: without the characters that Windows refuses, not that of a device, without a
 * dot or a space at its end, and of at most 255 bytes, with its extension.
 */
export function cleanName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is replaced
  const clean = name.replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_').replace(/[. ]+$/, '')
  if (clean === '') return '_'
  const safe = DEVICE.test(clean) ? `_${clean}` : clean
  const dot = safe.lastIndexOf('.')
  return dot > 0 ? joinWithinBytes(safe.slice(0, dot), safe.slice(dot)) : joinWithinBytes(safe, '')
}

/** Puts an ending behind a stem, which is cut so that both fit into NAME_BYTES. An ending that alone is too long is cut as well. */
function joinWithinBytes(stem: string, ending: string): string {
  const space = Math.max(0, NAME_BYTES - Buffer.byteLength(ending))
  const joined = cutToBytes(stem, space) + ending
  return cutToBytes(joined, NAME_BYTES).replace(/[. ]+$/, '')
}

/** The longest beginning of a text that has so many bytes of UTF-8, in whole characters. */
function cutToBytes(text: string, limit: number): string {
  if (Buffer.byteLength(text) <= limit) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(limit))
  return text.slice(0, read)
}

/**
 * Chooses the names in one folder of an archive: returns for each wanted name a clean one, with a number where an earlier one is the same to a system that
 * ignores case (Windows, macOS).
 */
export function chooseNames(): (wanted: string) => string {
  const used = new Set<string>()
  const keyOf = (name: string) => name.normalize('NFC').toUpperCase()
  const taken = { has: (name: string) => used.has(keyOf(name)) }
  return (wanted) => {
    const name = findFreeName(cleanName(wanted), taken, joinWithinBytes)
    used.add(keyOf(name))
    return name
  }
}

/** Sends an archive under this name, without its ending; without its size where that is not known. */
export function sendZip(
  { reply }: StreamCall,
  name: string,
  { output, size }: { output: Readable; size?: number },
): FastifyReply {
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': attachmentHeader(cleanName(`${cleanName(name)}.zip`)),
      ...(size !== undefined && { 'content-length': size }),
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'application/zip',
      'x-content-type-options': 'nosniff',
    })
    .send(output)
}
