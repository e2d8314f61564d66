import './keep-files-in-bucket.ts'
import '../storage.test.ts'
