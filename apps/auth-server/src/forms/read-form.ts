import express, { type RequestHandler } from "express";

const FORM_BYTES_MAX = 16_384;
const FORM_FIELDS_MAX = 100;

/**
 * Reads an HTML form of at most 16 KiB and 100 fields into `req.body`. A field that is sent several times becomes a
 * list. Any other content type leaves `req.body` undefined.
 */
export const readForm = (): RequestHandler =>
  express.urlencoded({ extended: false, limit: FORM_BYTES_MAX, parameterLimit: FORM_FIELDS_MAX });
