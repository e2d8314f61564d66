import './keep-files-in-bucket.ts'
import '../files-download.test.ts'
