import './keep-files-in-bucket.ts'
import '../uploads-together.test.ts'
