/** What the server uses of WebAssembly, which Node's types lack. */
declare namespace WebAssembly {
  class Memory {
    constructor(limits: { readonly initial: number; readonly maximum: number; readonly shared: boolean })
    readonly buffer: ArrayBuffer | SharedArrayBuffer
  }
}
