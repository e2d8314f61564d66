import { expect, it } from 'vitest'
import { basicCredentials } from './tickets.ts'

const encode = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

it('reads id and secret, form-encoded, whatever the case of the scheme', () => {
  expect(basicCredentials(encode('a%3Ab:c+d%2B:e'))).toEqual({ clientId: 'a:b', clientSecret: 'c d+:e' })
  expect(basicCredentials(encode('id:').replace('Basic', 'basic'))).toEqual({ clientId: 'id', clientSecret: '' })
})

it.each([
  undefined,
  '',
  'Basic',
  'Basic ',
  'Basic a b',
  'Basic ***',
  'Bearer aWQ6c2VjcmV0',
  encode('no colon'),
  encode('%:x'),
])('finds nothing in %j', (header) => {
  expect(basicCredentials(header)).toBeUndefined()
})
