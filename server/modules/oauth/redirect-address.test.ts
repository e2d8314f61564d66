import { describe, expect, it } from 'vitest'
import { withParameters } from './redirect-address.ts'

describe('parameters', () => {
  it('are added to an address with and without a query, which stays as it is', () => {
    const code = { code: 'a b&c', state: undefined, iss: 'https://school.example/oidc' }
    const added = 'code=a+b%26c&iss=https%3A%2F%2Fschool.example%2Foidc'
    expect(withParameters('https://app.example.org/cb', code)).toBe(`https://app.example.org/cb?${added}`)
    expect(withParameters('https://app.example.org/cb?x=%7e&y', code)).toBe(
      `https://app.example.org/cb?x=%7e&y&${added}`,
    )
    expect(withParameters('https://app.example.org/cb?', code)).toBe(`https://app.example.org/cb?${added}`)
  })
})
