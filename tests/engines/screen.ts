import { spawn } from 'node:child_process'

/** A virtual screen, for browsers without a headless mode. */
export interface Screen {
  /** What DISPLAY is for it. */
  readonly display: string
  close(): Promise<void>
}

/** Opens a screen of 1280 by 900 pixels with a free number. Rejects when Xvfb cannot be started. */
export async function openScreen(): Promise<Screen> {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exited = new Promise<void>((resolve) => server.once('close', () => resolve()))
  const number = await new Promise<string>((resolve, reject) => {
    // It tells its number once it takes connections.
    server.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()))
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
  })
  return {
    display: `:${number}`,
    async close() {
      server.kill()
      await exited
    },
  }
}
