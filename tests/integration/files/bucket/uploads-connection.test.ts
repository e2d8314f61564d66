import './keep-files-in-bucket.ts'
import '../uploads-connection.test.ts'
