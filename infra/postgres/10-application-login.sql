-- Runs once, when the database is created: creates the login of the apps. It owns nothing, and its only rights are the roles
-- skucast_app and skucast_system, which the first migration creates and grants to it.
\getenv password SKUCAST_APP_PASSWORD
CREATE ROLE skucast LOGIN NOINHERIT PASSWORD :'password';
