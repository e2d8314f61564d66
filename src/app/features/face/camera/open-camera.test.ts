import { afterEach, expect, it, vi } from 'vitest'
import { openCamera, type CameraFailure } from './use-camera.ts'

const SIZE = { width: 640, height: 480 }

/** WebKit's error for constraints that no camera meets, which is no DOMException there; without any camera it rejects with it too. */
class OverconstrainedError {
  readonly name = 'OverconstrainedError'
  readonly message = 'Invalid constraint'
}

function stubCamera(getUserMedia: (asked: MediaStreamConstraints) => Promise<unknown>): void {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
}

async function problemOf(error: unknown): Promise<string> {
  stubCamera(async () => {
    throw error
  })
  const opened = openCamera(new AbortController().signal, null, SIZE)
  return opened.then(
    () => 'a picture',
    (failure: CameraFailure) => failure.problem,
  )
}

afterEach(() => vi.unstubAllGlobals())

it('knows a device without a camera by the error of each engine', async () => {
  expect(await problemOf(new DOMException('', 'NotFoundError'))).toBe('none')
  expect(await problemOf(new OverconstrainedError())).toBe('none')
  expect(await problemOf(new DOMException('', 'NotReadableError'))).toBe('busy')
  expect(await problemOf('anything else')).toBe('busy')
})

it('opens another camera where the chosen one was unplugged, in WebKit too', async () => {
  const other = { getTracks: () => [] }
  const asked: unknown[] = []
  stubCamera(async ({ video }) => {
    asked.push(video)
    if (asked.length === 1) throw new OverconstrainedError()
    return other
  })
  expect(await openCamera(new AbortController().signal, 'unplugged', SIZE)).toBe(other)
  expect(asked).toMatchObject([{ deviceId: { exact: 'unplugged' } }, { facingMode: 'user' }])
})

it('asks for no camera outside https and localhost, and says why', async () => {
  const getUserMedia = vi.fn<() => Promise<unknown>>()
  stubCamera(getUserMedia)
  vi.stubGlobal('isSecureContext', false)
  await expect(openCamera(new AbortController().signal, null, SIZE)).rejects.toMatchObject({ problem: 'insecure' })
  expect(getUserMedia).not.toHaveBeenCalled()
})
