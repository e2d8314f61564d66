import './keep-files-in-bucket.ts'
import '../storage-cleanup.test.ts'
