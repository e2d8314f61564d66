import { expect, it } from 'vitest'
import { signedQuery } from './speech-token.ts'

it('signs as the service’s documentation does in its example', () => {
  const query = signedQuery({
    keyId: 'my_access_key_id',
    keySecret: 'my_access_key_secret',
    region: 'cn-shanghai',
    nonce: 'b924c8c3-6d03-4c5d-ad36-d984d3116788',
    at: Date.parse('2019-04-18T08:32:31Z'),
  })
  expect(query).toMatch(/^Signature=hHq4yNsPitlfDJ2L0nQPdugdEzM%3D&AccessKeyId=my_access_key_id&Action=CreateToken&/)
  expect(query).toContain('&Timestamp=2019-04-18T08%3A32%3A31Z&')
})

it('encodes what a form would leave as it is', () => {
  const query = signedQuery({ keyId: "a!'()* b", keySecret: 's', region: 'r', nonce: 'n', at: 0 })
  expect(query).toContain('AccessKeyId=a%21%27%28%29%2A%20b&')
})
