import './keep-files-in-bucket.ts'
import '../uploads-merge.test.ts'
