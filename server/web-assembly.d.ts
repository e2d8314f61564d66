/** What the server uses of WebAssembly, which Node has and its types do not. */
declare namespace WebAssembly {
  class Memory {
    constructor(limits: { readonly initial: number; readonly maximum: number; readonly shared: boolean })
    readonly buffer: ArrayBuffer | SharedArrayBuffer
  }
}
