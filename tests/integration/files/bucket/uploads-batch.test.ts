import './keep-files-in-bucket.ts'
import '../uploads-batch.test.ts'
