/** Stands in for @mediapipe/face_detection, which the detector imports for another runtime and which only works as a script of a page. */
export class FaceDetection {
  constructor() {
    throw new Error('only the TensorFlow.js runtime is built in')
  }
}
