import './keep-files-in-bucket.ts'
import '../uploads-ahead.test.ts'
