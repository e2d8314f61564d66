/** Extensions that the specification's file type check rejects; those of its upload configuration (jspx, jsp, exe) are among them. */
const BLOCKED: ReadonlySet<string> = new Set(
  'exe jar jsp asp dll php aspx bat sh html com cgi class txt jspx'.split(' '),
)
const IMAGES: ReadonlySet<string> = new Set('gif jpg jpeg bmp png tif'.split(' '))
const AUDIO_VIDEO: ReadonlySet<string> = new Set('mp3 wma wav m4a flac 3gp avi flv rm rmvb mp4 mkv mov wmv'.split(' '))

/**
 * The last extension of a file name in lower case, or ''. Trailing dots and white space do not count, because Windows drops them: `a.exe. ` becomes
 * `a.exe`. A name that is only an extension (`.bat`) has that extension, as on Windows.
 */
export function fileExtension(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).replace(/[\s.]+$/, '')
  const dot = base.lastIndexOf('.')
  return dot < 0 ? '' : base.slice(dot + 1).toLowerCase()
}

/** Whether a file of this name must not be uploaded: its extension is in the check list. */
export function isBlockedFileType(name: string): boolean {
  // To NTFS, text after a colon names a stream of the file before it: `a.exe::$DATA` is a.exe.
  return name.split(':').some((part) => BLOCKED.has(fileExtension(part)))
}

/** Whether it is gif, jpg, jpeg, bmp, png or tif, by extension. */
export function isImageType(name: string): boolean {
  return IMAGES.has(fileExtension(name))
}

/** Whether it is one of the specification's audio and video formats, by extension. */
export function isAudioVideoType(name: string): boolean {
  return AUDIO_VIDEO.has(fileExtension(name))
}
