/** The path, on every portal, of what the viewer of PDFs needs beside its scripts: encodings, fonts and decoders of pictures. */
export const PDF_DATA = '/common/plugins/pdf'
