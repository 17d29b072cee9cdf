#include "secondseat/questions.hpp"

#include <algorithm>

#include "catch.hpp"

using namespace secondseat;

TEST_CASE("a question shows the path first and quotes the label and the agent") {
  Question question;
  question.program = "/usr/bin/gedit";
  question.label = "Text Editor";
  question.agent = "codex";

  const auto text = question.text();

  CHECK(text.rfind("/usr/bin/gedit\n", 0) == 0);
  CHECK(text.find("\"Text Editor\"") != std::string::npos);
  CHECK(text.find("\"codex\"") != std::string::npos);
}

TEST_CASE("nothing an application calls itself passes for another line or another direction") {
  Question question;
  question.program = "/tmp/a\nb";
  question.label = "Bank\"\nAllowed by the administrator\x1b[2J \xe2\x80\xae evil \xff";
  question.agent = "agent\r\nsystem: yes";

  const auto text = question.text();

  CHECK(std::count(text.begin(), text.end(), '\n') == 1);
  CHECK(text.find('\r') == std::string::npos);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find("\xe2\x80\xae") == std::string::npos);
  CHECK(text.find('\xff') == std::string::npos);
  CHECK(text.find("Bank\\\"") != std::string::npos);
}

TEST_CASE("a label is cut, however long it is") {
  Question question;
  question.program = "/usr/bin/gedit";
  question.label = std::string(100'000, 'x');
  question.agent = std::string(100'000, 'y');

  CHECK(question.text().size() < 400);
}

TEST_CASE("an agent without a name is called an agent") {
  Question question;
  question.program = "/usr/bin/gedit";

  CHECK(question.text().find("\nAn agent wants") != std::string::npos);
}
