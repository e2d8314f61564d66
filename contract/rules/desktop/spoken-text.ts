const AROUND = /^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu

/** What was said, without the spaces and marks that a recogniser puts around it; '' where nothing else is left. */
export function trimSpoken(text: string): string {
  return text.normalize('NFKC').replaceAll(AROUND, '')
}
