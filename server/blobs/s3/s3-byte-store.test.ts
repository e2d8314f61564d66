import { describe } from 'vitest'
import { startS3Peer } from '../../../tests/support/fake-s3.ts'
import { testByteStore } from '../byte-store-suite.ts'
import { openS3ByteStore } from './s3-byte-store.ts'

describe('the store in a bucket', () => {
  testByteStore(async () => {
    const peer = await startS3Peer()
    const store = await openS3ByteStore(peer.config)
    return {
      store,
      async close() {
        await store.close()
        await peer.close()
      },
    }
  })
})
