import express, { type RequestHandler } from "express";

const FORM_BYTES_MAX = 16_384;
const FORM_FIELDS_MAX = 100;

/**
 * Reads the body of an HTML form into `req.body`, at most 16 KiB and 100 fields; a field that is sent several times is a
 * list there. Any other content type leaves `req.body` undefined.
 */
export const readForm = (): RequestHandler =>
  express.urlencoded({ extended: false, limit: FORM_BYTES_MAX, parameterLimit: FORM_FIELDS_MAX });
