import { describe } from 'vitest'
import { startFakeS3 } from '../../../tests/support/fakes/fake-s3.ts'
import { testByteStore } from '../../../tests/support/app/byte-store-suite.ts'
import { openS3ByteStore } from './s3-byte-store.ts'

describe('the store in a bucket', () => {
  testByteStore(async () => {
    const peer = await startFakeS3()
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
