/** What takes log lines, each ending in a line break; several may come at once. */
export interface LogStream {
  write(lines: string): unknown
}

const WAIT = 50
const MUCH = 64 * 1024

/**
 * Collects lines for up to 50 milliseconds and writes them together: a write for each request costs more than the rest of a small answer. What
 * is collected when the process exits is written then; only a kill can lose it.
 */
export function createLineBuffer(stream: LogStream): { write(line: string): void } {
  let lines = ''
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const collected = lines
    lines = ''
    if (collected !== '') stream.write(collected)
  }

  process.on('exit', flush)
  return {
    write(line) {
      lines += line
      if (lines.length >= MUCH) flush()
      else timer ??= setTimeout(flush, WAIT).unref()
    },
  }
}
