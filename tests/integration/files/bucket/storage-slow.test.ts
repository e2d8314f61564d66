import './keep-files-in-bucket.ts'
import '../storage-slow.test.ts'
