#include "base/fd.hpp"

#include <cerrno>

#include <fcntl.h>

#include "catch.hpp"

using namespace secondseat;
using base::Fd;

namespace {

int open_null() { return ::open("/dev/null", O_RDONLY | O_CLOEXEC); }
bool is_open(int fd) { return ::fcntl(fd, F_GETFD) >= 0; }

}  // namespace

TEST_CASE("a descriptor is closed with its owner") {
  const int raw = open_null();
  REQUIRE(raw >= 0);

  { const Fd owner(raw); }

  CHECK_FALSE(is_open(raw));
}

TEST_CASE("a moved descriptor has one owner, and what it replaces is closed") {
  const int raw = open_null();
  const int replaced = open_null();
  Fd first(raw);
  Fd second(replaced);

  second = std::move(first);

  CHECK_FALSE(first);
  CHECK(second.get() == raw);
  CHECK(is_open(raw));
  CHECK_FALSE(is_open(replaced));
}

TEST_CASE("a descriptor moved to itself stays open") {
  Fd owner(open_null());
  auto& same = owner;

  owner = std::move(same);

  CHECK(is_open(owner.get()));
}

TEST_CASE("a released descriptor stays open and belongs to the caller") {
  Fd owner(open_null());
  const Fd caller(owner.release());

  CHECK_FALSE(owner);
  CHECK(is_open(caller.get()));
}

TEST_CASE("an operating-system failure says what was tried and why it failed") {
  const auto failure = base::os_failure("open profile.json", EACCES);

  CHECK(failure.value().layer == Layer::operating_system);
  CHECK(failure.value().message == "open profile.json: Permission denied");
}
