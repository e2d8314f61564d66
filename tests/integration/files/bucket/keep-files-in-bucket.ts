import { keepFilesInBucket } from '../../../support/app/test-store.ts'

// The tests beside this file are those of the folder above, with a bucket.
keepFilesInBucket()
