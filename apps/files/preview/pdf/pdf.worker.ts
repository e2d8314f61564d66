// It answers messages of pdf.js by itself. The build for older browsers: the other one needs some of 2024.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
