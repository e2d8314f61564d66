import './keep-files-in-bucket.ts'
import '../storage-upkeep.test.ts'
