import './keep-files-in-bucket.ts'
import '../uploads.test.ts'
