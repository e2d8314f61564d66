import { describe, expect, it } from 'vitest'
import { createLogger, hideSecrets } from './logger.ts'

describe('hideSecrets', () => {
  it('hides what a secret is called, whatever its case, some levels deep', () => {
    expect(hideSecrets({ password: 'x', a: { Cookie: 'y', b: { headers: { authorization: 'z' } } }, n: 1 })).toEqual({
      password: '[redacted]',
      a: { Cookie: '[redacted]', b: { headers: { authorization: '[redacted]' } } },
      n: 1,
    })
  })

  it('does not touch what it is given', () => {
    const fields = { a: { token: 'x' } }
    hideSecrets(fields)
    expect(fields).toEqual({ a: { token: 'x' } })
    const harmless = { a: 1 }
    expect(hideSecrets(harmless)).toBe(harmless)
  })
})

describe('the logger', () => {
  it('writes JSON lines with level and time, together and soon', async () => {
    const written: string[] = []
    const logger = createLogger('info', { write: (lines) => written.push(lines) })
    logger.debug({}, 'not this')
    logger.info({ token: 'secret' }, 'first')
    logger.warn({ err: new Error('broken\nparams: secret', { cause: new Error('deeper') }) }, 'second')
    expect(written).toEqual([])
    await expect.poll(() => written.length).toBe(1)
    const lines = (written[0] ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toEqual([
      { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), token: '[redacted]', msg: 'first' },
      {
        level: 'warn',
        time: expect.any(String),
        msg: 'second',
        err: expect.objectContaining({ message: 'broken', cause: expect.objectContaining({ message: 'deeper' }) }),
      },
    ])
    expect(written[0]).not.toContain('secret"')
  })

  it('does not keep much back', () => {
    const written: string[] = []
    const logger = createLogger('info', { write: (lines) => written.push(lines) })
    for (let n = 0; n < 100; n += 1) logger.info({ n, filler: 'x'.repeat(1000) }, 'line')
    expect(written).toHaveLength(1)
  })

  it('waits for the end of the process only while it has something to write', async () => {
    const others = process.listeners('exit')
    const added = () => process.listeners('exit').filter((listener) => !others.includes(listener)).length
    const written: string[] = []
    const loggers = Array.from({ length: 20 }, () => createLogger('info', { write: (lines) => written.push(lines) }))
    expect(added()).toBe(0)
    const [first] = loggers
    first?.info({}, 'one')
    first?.info({}, 'two')
    expect(added()).toBe(1)
    await expect.poll(() => written.length).toBe(1)
    expect(added()).toBe(0)
  })
})
