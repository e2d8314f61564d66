/** Stands in for @mediapipe/face_detection, which the detector imports for another runtime, and which works as a script of a page only. */
export const FaceDetection = undefined
